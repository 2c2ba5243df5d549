// Several threads at one question: the first to have the answer stops the others.
#pragma once

#include <exception>
#include <list>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "common/control.hpp"
#include "common/stack.hpp"

namespace noughts {

// What `ask(counter, thread)` answers in the thread that is first, or nothing if all were stopped. Throws what any of
// them throws.
template <class Ask>
auto together(Control& control, int threads, Ask ask) {
    std::optional<decltype(ask(std::declval<Counter&>(), 0))> answer;
    std::exception_ptr fault;
    std::atomic<bool> finished{false};
    std::mutex first;
    auto run = [&](int thread) {
        Counter counter(control, &finished);
        try {
            const auto found = ask(counter, thread);
            const std::lock_guard<std::mutex> alone(first);
            if (!answer) answer = found;
        } catch (const Stopped&) {  // by its budget, by the one who asked, or as another thread was first
            return;
        } catch (...) {
            const std::lock_guard<std::mutex> alone(first);
            fault = std::current_exception();
        }
        finished.store(true, std::memory_order_relaxed);
    };
    std::list<Thread> others;
    try {
        for (int thread = 1; thread < threads; ++thread) others.emplace_back([&run, thread] { run(thread); });
    } catch (const std::system_error&) {  // the system has no more threads to give: then with fewer
    }
    run(0);
    others.clear();  // which waits for them
    if (fault) std::rethrow_exception(fault);
    return answer;
}

}  // namespace noughts
