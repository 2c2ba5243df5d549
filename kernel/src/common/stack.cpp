#include "common/stack.hpp"

#include <cerrno>
#include <cstdint>
#include <limits>
#include <system_error>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602  // Windows 8 and later know GetCurrentThreadStackLimits
#endif
#include <process.h>
#include <windows.h>
#endif

namespace noughts {
namespace {

constexpr std::size_t THREAD_STACK = 8 << 20;

struct Stack {
    std::uintptr_t low = 0, high = 0;
};

Stack stack_of_this_thread() {
#if defined(_WIN32)
    ULONG_PTR low, high;
    GetCurrentThreadStackLimits(&low, &high);
    return {low, high};
#elif defined(__APPLE__)
    const std::uintptr_t high = reinterpret_cast<std::uintptr_t>(pthread_get_stackaddr_np(pthread_self()));
    return {high - pthread_get_stacksize_np(pthread_self()), high};
#elif defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes)) return {};
    void* low = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return {reinterpret_cast<std::uintptr_t>(low), reinterpret_cast<std::uintptr_t>(low) + size};
#else
    return {0,
            std::numeric_limits<std::uintptr_t>::max()};  // the stack size is unknown: assume that it is large enough
#endif
}

[[noreturn]] void fail(int error) {
    throw std::system_error(error, std::generic_category(), "cannot start a thread with 8 MiB of stack for the search");
}

}  // namespace

std::size_t remaining_stack() {
    static thread_local const Stack stack = stack_of_this_thread();
    const char here = 0;
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(&here);
    return stack.low <= at && at < stack.high ? at - stack.low : 0;
}

#ifdef _WIN32

namespace {
unsigned __stdcall begin(void* thread) {
    static_cast<const LargeStackThread*>(thread)->run();
    return 0;
}
}  // namespace

LargeStackThread::LargeStackThread(std::function<void()> run) : run_(std::move(run)) {
    handle_ = reinterpret_cast<void*>(
        _beginthreadex(nullptr, THREAD_STACK, begin, this, STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr));
    if (!handle_) fail(errno);
}

LargeStackThread::~LargeStackThread() {
    WaitForSingleObject(handle_, INFINITE);
    CloseHandle(handle_);
}

#else

extern "C" {
static void* begin(void* thread) {
    static_cast<const LargeStackThread*>(thread)->run();
    return nullptr;
}
}

LargeStackThread::LargeStackThread(std::function<void()> run) : run_(std::move(run)) {
    pthread_attr_t attributes;
    if (const int error = pthread_attr_init(&attributes)) fail(error);
    pthread_attr_setstacksize(&attributes, THREAD_STACK);
    const int error = pthread_create(&handle_, &attributes, begin, this);
    pthread_attr_destroy(&attributes);
    if (error) fail(error);
}

LargeStackThread::~LargeStackThread() { pthread_join(handle_, nullptr); }

#endif

}  // namespace noughts
