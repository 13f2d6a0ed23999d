import Glibc

/// A value behind a lock; threads can wait for its changes.
final class Monitor<Value>: @unchecked Sendable {
    // Sendable: everything below is accessed only under the mutex, which lives as long as the monitor.
    private var value: Value
    private var changes = 0
    private var waiting = 0
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Setting the system's clock must not move a timeout.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result, Failure>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Changes the value and wakes waiting threads.
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        withLock { value in
            changes &+= 1
            if waiting > 0 { pthread_cond_broadcast(condition) }
            return body(&value)
        }
    }

    /// Distinguishes changes.
    var changeCount: Int { withLock { _ in changes } }

    /// Waits for a change after the counted one, at most for `time`; nil waits forever.
    func wait(after count: Int, atMost time: Duration?) {
        let end = time.map { MonotonicTime.now + $0 }
        withLock { _ in
            waiting += 1
            while changes == count {
                guard let end else {
                    pthread_cond_wait(condition, mutex)
                    continue
                }
                var deadline = timespec(end)
                guard pthread_cond_timedwait(condition, mutex, &deadline) == 0 else { break }
            }
            waiting -= 1
        }
    }
}

/// The system's monotonic clock.
enum MonotonicTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension timespec {
    /// Rounded up to the next nanosecond, so that a waiting thread wakes when the time is over; at least zero.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = max(duration, .zero).components
        let nanoseconds = (attoseconds + 999_999_999) / 1_000_000_000
        self.init(tv_sec: Int(seconds + nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
