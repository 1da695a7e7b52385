// SPDX-License-Identifier: MIT
// What the compiler calls before each access to memory, where it is asked to tell (-fsanitize=thread).
#include "tests/emulator/grid.hpp"

namespace {

using pradix::test::emulated::access;

} // namespace

#define PRADIX_TELL(name, how, bytes)                                                                                  \
    extern "C" void __tsan_##name(void* place) {                                                                       \
        pradix::test::emulated::note_access(access::how, place, bytes, __builtin_return_address(0));                   \
    }
#define PRADIX_TELL_BOTH(prefix, bytes)                                                                                \
    PRADIX_TELL(prefix##read##bytes, read, bytes)                                                                      \
    PRADIX_TELL(prefix##write##bytes, write, bytes)

PRADIX_TELL_BOTH(, 1)
PRADIX_TELL_BOTH(, 2)
PRADIX_TELL_BOTH(, 4)
PRADIX_TELL_BOTH(, 8)
PRADIX_TELL_BOTH(, 16)
PRADIX_TELL_BOTH(unaligned_, 2)
PRADIX_TELL_BOTH(unaligned_, 4)
PRADIX_TELL_BOTH(unaligned_, 8)
PRADIX_TELL_BOTH(unaligned_, 16)

extern "C" void __tsan_read_range(void* place, std::size_t bytes) {
    pradix::test::emulated::note_access(access::read, place, bytes, __builtin_return_address(0));
}
extern "C" void __tsan_write_range(void* place, std::size_t bytes) {
    pradix::test::emulated::note_access(access::write, place, bytes, __builtin_return_address(0));
}

// Of no interest here.
extern "C" void __tsan_init() {}
extern "C" void __tsan_func_entry(void*) {}
extern "C" void __tsan_func_exit() {}
extern "C" void __tsan_vptr_update(void*, void*) {}
extern "C" void __tsan_vptr_read(void*) {}
