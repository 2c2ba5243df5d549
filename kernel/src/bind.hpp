// What the files of the binding share.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>

#include "mnk.hpp"

namespace noughts {

constexpr std::size_t MOST_MEGABYTES = 1 << 20;
constexpr int MOST_THREADS = 256;

inline void expect(bool holds, const char* expected) {
    if (!holds) throw std::invalid_argument(expected);  // a ValueError in Python
}

// The low 128 bits of an int.
inline Cells two_words(nanobind::handle number) {
    const nanobind::object mask = nanobind::int_(~0ull);
    return {nanobind::cast<std::uint64_t>(number & mask),
            nanobind::cast<std::uint64_t>((number >> nanobind::int_(64)) & mask)};
}

void bind_mnk(nanobind::module_& module);
void bind_general(nanobind::module_& module);
void bind_patterns(nanobind::module_& module);

}  // namespace noughts
