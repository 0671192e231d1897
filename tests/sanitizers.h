#pragma once

extern "C" {
void __asan_init() __attribute__((weak));
void __tsan_init() __attribute__((weak));
}

namespace signorini::test {

/// Whether the library under test is watched by a sanitizer. Asked of the linker, because the tests' own files are not.
inline bool sanitized() { return __asan_init != nullptr || __tsan_init != nullptr; }

}  // namespace signorini::test
