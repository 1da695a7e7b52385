# SPDX-License-Identifier: MIT
# Runs at every build: writes the header with the commit if it has changed. Outside of git the commit is empty.
find_program(git NAMES git)
set(commit "")
if(git)
  execute_process(COMMAND ${git} -C ${source} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "")
  else()
    execute_process(COMMAND ${git} -C ${source} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND commit "-dirty")
    endif()
  endif()
endif()
string(REGEX REPLACE "[\"\\]" "" flags "${flags}")
configure_file(${template} ${output} @ONLY)
