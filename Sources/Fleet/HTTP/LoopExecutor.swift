import NIOCore

/// Runs tasks on an event loop's thread, where a user's connections are: a request then costs no change of threads.
/// There is one for each loop, so that its jobs never run inside of each other.
final class LoopExecutor: TaskExecutor {
    let loop: any EventLoop
    private let jobs: NIOLoopBoundBox<Jobs>

    private struct Jobs {
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
        jobs.value.waiting.append(job)
        guard !jobs.value.isRunning else { return }
        jobs.value.isRunning = true
        var next = 0
        while next < jobs.value.waiting.count {
            jobs.value.waiting[next].runSynchronously(on: asUnownedTaskExecutor())
            next += 1
        }
        jobs.value.waiting.removeAll(keepingCapacity: true)
        jobs.value.isRunning = false
    }
}
