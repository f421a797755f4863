// The parts of the extension module motley._core; each adds its names to the module.
//
// The module is thin: types of the public headers with what Python needs of them, and JSON for what
// is only shown. What a user sees is written in Python, in python/motley.
#pragma once

#include <nanobind/nanobind.h>

namespace motley::bindings {

void add_cluster(nanobind::module_& module);
void add_plan(nanobind::module_& module);
void add_estimates(nanobind::module_& module);
void add_nbody(nanobind::module_& module);
void add_train(nanobind::module_& module);

}  // namespace motley::bindings
