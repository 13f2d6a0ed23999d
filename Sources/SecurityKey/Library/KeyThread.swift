import Glibc
import Synchronization

/// A thread of its own for an actor's work. libfido2 blocks its caller, which the threads of the cooperative pool must
/// never be, and keeps settings per thread.
final class KeyThread: SerialExecutor {
    private let jobs = JobQueue()

    init() {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        let context = Thread(jobs: jobs, executor: asUnownedSerialExecutor())
        let started = pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Thread>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(context).toOpaque())
        // Like memory that has run out.
        precondition(started == 0, "no thread can be made")
    }

    deinit { jobs.end() }

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

    /// What the thread itself keeps, so that the executor can go.
    private final class Thread {
        private let jobs: JobQueue
        /// Whatever has enqueued a job keeps the executor until the job is done.
        private let executor: UnownedSerialExecutor

        init(jobs: JobQueue, executor: UnownedSerialExecutor) {
            self.jobs = jobs
            self.executor = executor
        }

        func run() {
            FIDOLibrary.prepareThread()
            while let job = jobs.next() { job.runSynchronously(on: executor) }
        }
    }
}

/// Jobs for one thread, in their order.
private final class JobQueue: @unchecked Sendable {
    // Sendable: semaphores are made to be shared.
    private let available: UnsafeMutablePointer<sem_t>
    /// nil ends the thread.
    private let jobs = Mutex<[UnownedJob?]>([])

    init() {
        available = .allocate(capacity: 1)
        sem_init(available, 0, 0)
    }

    deinit {
        sem_destroy(available)
        available.deallocate()
    }

    func append(_ job: UnownedJob) { add(job) }
    func end() { add(nil) }

    private func add(_ job: UnownedJob?) {
        jobs.withLock { $0.append(job) }
        sem_post(available)
    }

    /// Waits for a job; nil when there will be none any more.
    func next() -> UnownedJob? {
        while sem_wait(available) != 0 {}  // a signal came in between
        return jobs.withLock { $0.removeFirst() }
    }
}
