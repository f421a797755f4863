# Writes the commit of the source tree as a header, where it changed: cmake -DSOURCE=.. -DOUTPUT=.. -P
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=16 --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define MOTLEY_COMMIT \"${commit}\"\n")
