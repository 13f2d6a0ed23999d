// Linked into all that tools/sanitize builds for ThreadSanitizer: tells it of the locks that it does not see.
//
// A Mutex of Swift's Synchronization is an atomic word, and the kernel where two threads want it at once. The atomic
// operations are inlined into our code, where ThreadSanitizer follows them. What follows contention is in
// libswiftSynchronization, which is not instrumented, and ends with the kernel giving the lock away, which nobody sees:
// all that the mutex protects would look like a race. These functions take the place of that library's, call them, and
// say what they did.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

// What ThreadSanitizer's annotations have; absent from a program that it does not watch.
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

// Methods of a type that is passed by its address: `self` comes in the register that Swift keeps for it.
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
