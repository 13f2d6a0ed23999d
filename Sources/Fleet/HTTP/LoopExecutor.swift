import NIOCore

/// Runs tasks on an event loop's thread, where a user's connections are: a request then costs no change of threads.
/// There is one for each loop, so that its jobs never run inside of each other.
final class LoopExecutor: TaskExecutor {
    let loop: any EventLoop
    private let jobs: NIOLoopBoundBox<Jobs>

    private final class Jobs {
        var waiting: [UnownedJob] = []
        var isRunning = false
    }

    init(_ loop: any EventLoop) {
        self.loop = loop
        jobs = .makeBoxSendingValue(Jobs(), eventLoop: loop)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if loop.inEventLoop { run(job) } else { loop.execute { [self] in run(job) } }
    }

    /// Runs a job at once, such as the rest of a journey whose answer has come, or after the one that is running.
    private func run(_ job: UnownedJob) {
        let jobs = jobs.value
        guard !jobs.isRunning else { return jobs.waiting.append(job) }
        jobs.isRunning = true
        let executor = asUnownedTaskExecutor()
        job.runSynchronously(on: executor)
        var next = 0
        while next < jobs.waiting.count {
            jobs.waiting[next].runSynchronously(on: executor)
            next += 1
        }
        jobs.waiting.removeAll(keepingCapacity: true)
        jobs.isRunning = false
    }
}
