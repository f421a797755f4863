// Traces, which Perfetto shows, and lines of progress.
#pragma once

#include "core/trace/progress.h"
#include "core/trace/trace.h"
#include "core/trace/trace_file.h"
#include "core/trace/trace_server.h"
#include "core/trace/waiting_line.h"

namespace motley {

using core::check_trace_file;
using core::Progress;
using core::StatusLine;
using core::Trace;
using core::TraceServer;
using core::WaitingLine;

}  // namespace motley
