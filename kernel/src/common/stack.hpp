// Enough stack for a search, whatever thread asks for it.
//
// A search recurses once for each stone that it puts down, and its frames hold the moves of a position. The most stack
// that any search was seen to take, or can take by the size of its frames (g++ 12 -O3 on x86-64, in KiB):
//
//      pairings of lines of 7 and more on 128 cells    64 pairs of 16.4        1050
//      patterns on 1024 cells, every move forced       1024 plies of 1.2       1200
//      strong game, with the proof that is written     128 plies of 4           520
//      any other game                                  128 plies of 1.5         200
//
// Threads often have less: 1 MiB or 2 on Windows, 1 on Alpine Linux, 512 KiB for those that std::thread starts on
// macOS, 128 for those on Alpine, and in Python what threading.stack_size says.
#pragma once

#include <cstddef>
#include <functional>

#ifndef _WIN32
#include <pthread.h>
#endif

namespace noughts {

constexpr std::size_t ENOUGH_STACK = 2 << 20;  // bytes for any search, and for a handler of signals on top of it

// How much of its stack the calling thread has left, in bytes; 0 where it runs on a stack of unknown size.
std::size_t stack_left();

// A thread with a stack of 8 MiB. The end of its life waits for it.
class Thread {
  public:
    // Throws std::system_error when the system has no more threads to give. `run` must not throw.
    explicit Thread(std::function<void()> run);
    ~Thread();
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

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
