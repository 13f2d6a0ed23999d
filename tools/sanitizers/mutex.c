// Linked into every program that tools/sanitize builds for ThreadSanitizer: reports the locks that it does not see.
//
// A Mutex of Swift's Synchronization is an atomic word and, under contention, a kernel lock. The atomic operations are
// inlined into our code, where ThreadSanitizer follows them. The code for contention is in libswiftSynchronization,
// which is not instrumented. There the kernel hands over the lock unseen, so every access under the mutex would look
// like a race. These functions replace that library's, call them, and report the result.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

// ThreadSanitizer's annotations; absent from a program that it does not watch.
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

// Methods of a type that is passed by its address: `self` is in the register that Swift reserves for it.
#define SELF __attribute__((swift_context)) void *self
#define SWIFT __attribute__((swiftcall))

static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> ()
SWIFT void lockSlow(uint32_t owner, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void lockSlow(uint32_t owner, SELF) {
    SWIFT void (*next)(uint32_t, SELF) = original("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    next(owner, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

// Synchronization._MutexHandle._unlockSlow() -> ()
SWIFT void unlockSlow(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void unlockSlow(SELF) {
    SWIFT void (*next)(SELF) = original("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
    if (__tsan_release) __tsan_release(self);
    next(self);
}
