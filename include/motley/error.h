// Errors: a UserError is a mistake in the input, with file, line and remedy; an InternalError is a
// bug of ours.
#pragma once

#include "core/base/error.h"

namespace motley {

using core::InternalError;
using core::UserError;

}  // namespace motley
