// What the files of the binding share.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <future>
#include <stdexcept>

#include "common/control.hpp"
#include "common/stack.hpp"
#include "mnk/mnk.hpp"

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

// A search without the GIL that Ctrl-C ends all the same. Python handles signals in its main thread alone, and only
// when it is asked to: so that thread asks while it searches. Throws std::runtime_error when the control is in use.
class Interruptible {
  public:
    explicit Interruptible(Control& control) : control_(control), use_(control) {
        const nanobind::object threading = nanobind::module_::import_("threading");
        if (!threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"))) return;
        use_.asking([this] {
            const nanobind::gil_scoped_acquire acquire;
            if (!fault_ && PyErr_CheckSignals()) try {
                    throw nanobind::python_error();
                } catch (...) {
                    fault_ = std::current_exception();
                }
            return bool(fault_);
        });
    }
    Interruptible(const Interruptible&) = delete;

    // What a search says; throws what a handler of signals has thrown.
    template <class Search>
    auto answer(Search search) {
        try {
            auto found = [&] {
                const nanobind::gil_scoped_release release;
                return stack_left() < ENOUGH_STACK ? elsewhere(search) : search();
            }();
            if (!fault_) return found;
        } catch (...) {
            if (!fault_) throw;
        }
        std::rethrow_exception(fault_);
    }

  private:
    // Searches on a stack that is large enough, in a thread of its own.
    template <class Search>
    auto elsewhere(Search search) {
        std::packaged_task<decltype(search())()> task(search);
        auto found = task.get_future();
        const Thread thread([&] { task(); });
        while (found.wait_for(Control::PATIENCE) != std::future_status::ready) control_.ask();
        return found.get();
    }

    Control& control_;
    Control::Use use_;
    std::exception_ptr fault_;
};

void bind_mnk(nanobind::module_& module);
void bind_general(nanobind::module_& module);
void bind_patterns(nanobind::module_& module);

}  // namespace noughts
