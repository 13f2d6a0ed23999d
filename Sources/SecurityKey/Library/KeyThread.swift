import Glibc
import Synchronization

/// A dedicated thread for an actor's work. libfido2 keeps settings per thread and blocks its caller, which must never
/// be a thread of the cooperative pool.
final class KeyThread: SerialExecutor {
    private let jobs: JobQueue
    private let thread: pthread_t

    init() {
        let jobs = JobQueue()
        var thread = pthread_t()
        let started = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let jobs = Unmanaged<JobQueue>.fromOpaque(pointer).takeRetainedValue()
                FIDOLibrary.prepareThread()
                while let job = jobs.next() { job() }
                return nil
            }, Unmanaged.passRetained(jobs).toOpaque())
        // As fatal as running out of memory.
        precondition(started == 0, "no thread can be made")
        self.jobs = jobs
        self.thread = thread
    }

    deinit {
        jobs.end()
        // A thread that ends frees OpenSSL's data for it, which an ending process may have freed already. So this waits
        // for the end of the idle thread. A thread cannot wait for itself.
        if pthread_equal(thread, pthread_self()) == 0 {
            pthread_join(thread, nil)
        } else {
            pthread_detach(thread)
        }
    }

    /// Code that enqueues a job holds the executor until the job is done.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        jobs.append { job.runSynchronously(on: executor) }
    }
}

/// A queue of jobs for one thread.
private final class JobQueue: @unchecked Sendable {
    // Sendable: semaphores are made to be shared.
    private let available: UnsafeMutablePointer<sem_t>
    /// nil ends the thread.
    private let jobs = Mutex<[(@Sendable () -> Void)?]>([])

    init() {
        available = .allocate(capacity: 1)
        sem_init(available, 0, 0)
    }

    deinit {
        sem_destroy(available)
        available.deallocate()
    }

    func append(_ job: @escaping @Sendable () -> Void) { add(job) }
    func end() { add(nil) }

    private func add(_ job: (@Sendable () -> Void)?) {
        jobs.withLock { $0.append(job) }
        sem_post(available)
    }

    /// Waits for a job; nil if there will be no more.
    func next() -> (@Sendable () -> Void)? {
        while sem_wait(available) != 0 {}  // interrupted by a signal
        return jobs.withLock { $0.removeFirst() }
    }
}
