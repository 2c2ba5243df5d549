// Gives every search enough stack, whichever thread calls it.
//
// A search recurses once for each stone that it places, and its stack frames hold the moves of a position. These
// searches use the most stack, by measurement or by the size of their frames (g++ 12 -O3 on x86-64, in KiB):
//
//      pairings for lines of 7 or more on 128 cells    64 pairs of 16.4        1050
//      patterns on 1024 cells, every move forced       1024 plies of 1.2       1200
//      plain k in a row                                128 plies of 5.8         740
//      any other game                                  128 plies of 1.5         200
//
// Many threads have less: 1 or 2 MiB on Windows, 1 MiB on Alpine Linux, 512 KiB on macOS if std::thread starts them,
// 128 KiB on Alpine likewise. In Python, threading.stack_size sets the size for new threads.
#pragma once

#include <cstddef>
#include <functional>

#ifndef _WIN32
#include <pthread.h>
#endif

namespace noughts {

constexpr std::size_t REQUIRED_STACK = 2 << 20;  // bytes, for any search and a signal handler on top of it

// Returns the number of bytes that the calling thread has left on its stack, or 0 if it runs on an unknown stack.
std::size_t remaining_stack();

// A thread with a stack of 8 MiB. The destructor joins it.
class LargeStackThread {
  public:
    // Throws std::system_error if the system cannot start another thread. `run` must not throw.
    explicit LargeStackThread(std::function<void()> run);
    ~LargeStackThread();
    LargeStackThread(const LargeStackThread&) = delete;
    LargeStackThread& operator=(const LargeStackThread&) = delete;

    void run() const { run_(); }

  private:
    const std::function<void()> run_;
#ifdef _WIN32
    void* handle_;
#else
    pthread_t handle_;
#endif
};

}  // namespace noughts
