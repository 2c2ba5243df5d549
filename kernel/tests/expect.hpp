// Counts the faults that a test finds and prints the first ones.
#pragma once

#include <cstdio>

inline int faults = 0;

inline void expect(bool is_right, const char* description) {
    if (is_right) return;
    if (++faults < 10) std::printf("fault: %s\n", description);
}
