import Synchronization

/// One measured rate.
struct Measurement: Sendable {
    let name: String
    let perSecond: Double
    /// Microseconds per operation.
    var microseconds: Double { 1_000_000 / perSecond }
}

/// A measured operation, with its repetitions per batch.
struct Workload: Sendable {
    let name: String
    let batch: Int
    /// Runs a whole batch.
    let run: @Sendable () async throws -> Void

    init(_ name: String, batch: Int, _ body: @escaping @Sendable () async throws -> Void) {
        self.init(name, count: batch) { for _ in 0..<batch { try await body() } }
    }

    private init(_ name: String, count: Int, run: @escaping @Sendable () async throws -> Void) {
        self.name = name
        batch = count
        self.run = run
    }

    /// Runs a batch on each of two threads at once; the machine needs two processors.
    func onTwoThreads() -> Workload {
        Workload("\(name), two threads", count: batch * 2) {
            let start = StartingLine(runners: 2)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        start.wait()
                        try await run()
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}

/// Lets tasks wait for each other, so they run in parallel and not one after another on the first thread.
private final class StartingLine: Sendable {
    private let runners: Int
    private let arrived = Atomic(0)

    init(runners: Int) { self.runners = runners }

    func wait() {
        arrived.add(1, ordering: .relaxed)
        while arrived.load(ordering: .relaxed) < runners {}
    }
}

enum Stopwatch {
    /// Runs batches of the operations in turns, for about the given time each. Each operation's best batch counts:
    /// other work on the machine only slows batches down, and affects all operations alike.
    static func rates(
        _ operations: [Workload], for duration: Duration = .milliseconds(1500)
    ) async throws -> [Measurement] {
        let clock = ContinuousClock()
        var best = [Duration](repeating: .seconds(3600), count: operations.count)
        // The first turn warms up.
        var isWarm = false
        let end = clock.now + duration * operations.count
        repeat {
            for (index, operation) in operations.enumerated() {
                let start = clock.now
                try await operation.run()
                if isWarm { best[index] = min(best[index], clock.now - start) }
            }
            isWarm = true
        } while clock.now < end
        return zip(operations, best).map { operation, duration in
            Measurement(name: operation.name, perSecond: Double(operation.batch) / duration.inSeconds)
        }
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
