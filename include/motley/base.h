// What a program around the library needs: files that are replaced as a whole, text, threads,
// clocks.
#pragma once

#include "core/base/clock.h"
#include "core/base/json_text.h"
#include "core/base/standard_streams.h"
#include "core/base/text.h"
#include "core/base/threads.h"
#include "core/io/files.h"

namespace motley {

using core::check_writable;
using core::counted;
using core::now_seconds;
using core::num_cores;
using core::open_standard_streams;
using core::read_text_file;
using core::replace_text_file;
using core::write_message;

}  // namespace motley
