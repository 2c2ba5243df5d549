// Runs one search in several threads. The first thread with an answer stops the others.
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

// Calls `search(counter, thread)` in each thread. Returns the first answer, or nothing if all threads were stopped.
// Rethrows any other exception of a thread.
template <class Search>
auto parallel(Control& control, int threads, Search search) {
    std::optional<decltype(search(std::declval<NodeCounter&>(), 0))> first_answer;
    std::exception_ptr exception;
    std::atomic<bool> finished{false};
    std::mutex mutex;
    auto run = [&](int thread) {
        NodeCounter counter(control, &finished);
        try {
            const auto answer = search(counter, thread);
            const std::lock_guard<std::mutex> lock(mutex);
            if (!first_answer) first_answer = answer;
        } catch (const Stopped&) {  // by the budget, from outside, or because another thread has the answer
            return;
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex);
            exception = std::current_exception();
        }
        finished.store(true, std::memory_order_relaxed);
    };
    std::list<LargeStackThread> others;
    try {
        for (int thread = 1; thread < threads; ++thread) others.emplace_back([&run, thread] { run(thread); });
    } catch (const std::system_error&) {  // the system cannot start more threads: continue with fewer
    }
    run(0);
    others.clear();  // joins them
    if (exception) std::rethrow_exception(exception);
    return first_answer;
}

}  // namespace noughts
