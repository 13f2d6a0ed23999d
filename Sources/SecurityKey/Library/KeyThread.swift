import Glibc
import Synchronization

/// A thread of its own for an actor's work. libfido2 blocks its caller, which the threads of the cooperative pool must
/// never be, and keeps settings per thread.
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
        // Like memory that has run out.
        precondition(started == 0, "no thread can be made")
        self.jobs = jobs
        self.thread = thread
    }

    deinit {
        jobs.end()
        // A thread that ends frees what OpenSSL keeps for it, and a process that ends meanwhile has freed that already.
        // So the end of the thread, which is idle, is waited for; it cannot wait for itself.
        if pthread_equal(thread, pthread_self()) == 0 {
            pthread_join(thread, nil)
        } else {
            pthread_detach(thread)
        }
    }

    /// Whatever enqueues a job keeps the executor until the job is done.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        jobs.append { job.runSynchronously(on: executor) }
    }
}

/// Jobs for one thread, in their order.
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

    /// Waits for a job; nil when there will be none any more.
    func next() -> (@Sendable () -> Void)? {
        while sem_wait(available) != 0 {}  // a signal came in between
        return jobs.withLock { $0.removeFirst() }
    }
}
