// The style sheet and the script of every page (page.css, page.js), compiled in as texts.
#pragma once

namespace motley::core::page {

extern const char* const kStyle;
extern const char* const kScript;

}  // namespace motley::core::page
