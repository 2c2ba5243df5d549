// What the files of the binding share.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <stdexcept>

#include "control.hpp"
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

// A search without the GIL that Ctrl-C ends all the same. Python handles signals in its main thread alone, and only when
// it is asked to: so the search asks, if that thread is the one that began it.
class Interruptible {
  public:
    explicit Interruptible(Control& control) : control_(control) {
        const nanobind::object threading = nanobind::module_::import_("threading");
        if (!threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"))) return;
        control_.asking([this] {
            const nanobind::gil_scoped_acquire acquire;
            if (!fault_ && PyErr_CheckSignals()) try {
                    throw nanobind::python_error();
                } catch (...) {
                    fault_ = std::current_exception();
                }
            return bool(fault_);
        });
    }
    ~Interruptible() { control_.asking(nullptr); }
    Interruptible(const Interruptible&) = delete;

    // What a search says; throws what a handler of signals has thrown.
    template <class Search>
    auto answer(Search search) {
        auto found = [&] {
            const nanobind::gil_scoped_release release;
            return search();
        }();
        if (fault_) std::rethrow_exception(fault_);
        return found;
    }

  private:
    Control& control_;
    std::exception_ptr fault_;
};

void bind_mnk(nanobind::module_& module);
void bind_general(nanobind::module_& module);
void bind_patterns(nanobind::module_& module);

}  // namespace noughts
