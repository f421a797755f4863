// Measuring: what devices and links can do, as a Cluster.
#pragma once

#include "core/balance/speeds.h"
#include "core/probe/probe.h"
#include "core/probe/probe_text.h"
#include "motley/cluster.h"
#include "motley/ranks.h"
#include "tensor/measure/measure.h"
#include "tensor/measure/measure_accelerator.h"

namespace motley {

using core::probe_ranks;
using core::ProbedCluster;
using core::ProbeSettings;
using tensor::measure_accelerator;
using tensor::measure_cpu;

}  // namespace motley
