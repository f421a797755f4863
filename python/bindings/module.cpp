#include "motley/error.h"
#include "python/bindings/bindings.h"

// A UserError becomes motley.Error, a ValueError; an InternalError motley.InternalError. The GIL is
// released in every call that may take long.
NB_MODULE(_core, module) {
  namespace nb = nanobind;
  // A search that Ctrl-C has ended may still hold its arguments when the interpreter ends.
  nb::set_leak_warnings(false);
  module.attr("__version__") = MOTLEY_VERSION;
  nb::exception<motley::UserError>(module, "Error", PyExc_ValueError);
  nb::exception<motley::core::Cancelled>(module, "Cancelled", PyExc_RuntimeError);
  nb::exception<motley::InternalError>(module, "InternalError", PyExc_RuntimeError);
  motley::bindings::add_cluster(module);
  motley::bindings::add_plan(module);
  motley::bindings::add_estimates(module);
  motley::bindings::add_nbody(module);
  motley::bindings::add_train(module);
}
