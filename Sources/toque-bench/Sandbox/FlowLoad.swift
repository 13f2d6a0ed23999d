import Glibc
import Synchronization
import ToqueCrypto

/// The results of clients that load a sandbox.
struct FlowLoad: Sendable {
    /// Latencies of whole flows.
    var flows = Latencies()
    /// Latencies of single steps, by name.
    var steps: [String: Latencies] = [:]
    var requests = 0
    /// The clients' own work: keys, signatures, JSON.
    var clientWork = Duration.zero
    var duration = Duration.zero

    var perSecond: Double { Double(flows.count) / duration.inSeconds }

    var allSteps: Latencies {
        var all = Latencies()
        for latencies in steps.values { all.add(latencies) }
        return all
    }

    /// Each client starts a new flow after the previous one, until the number of flows or the time is reached.
    /// - Parameter client: creates a client.
    static func closed(
        clients: Int, flows: Int = .max, for duration: Duration = .seconds(86_400),
        client: @escaping @Sendable () throws -> any LoadClient
    ) throws -> FlowLoad {
        try run(client, threads: clients, flows: flows, for: duration) { _, now in now }
    }

    /// Flows arrive at a fixed rate with exponentially distributed intervals, whether earlier ones have ended or not.
    /// The wait for a free client counts.
    /// - Parameters:
    ///   - clients: the maximum number of concurrent flows.
    ///   - client: creates a client.
    static func open(
        rate: Double, clients: Int, flows: Int, client: @escaping @Sendable () throws -> any LoadClient
    ) throws -> FlowLoad {
        // The same arrivals in every run.
        var generator = SplitMix(seed: 1)
        var time = 0.0
        let arrivals = (0..<flows).map { _ in
            time -= log(1 - Double.random(in: 0..<1, using: &generator)) / rate
            return time
        }
        return try run(client, threads: clients, flows: flows) { index, _ in .seconds(arrivals[index]) }
    }

    /// - Parameter arrival: the time at which a flow is due, from its number and the current time, relative to the
    ///   start.
    private static func run(
        _ makeClient: @escaping @Sendable () throws -> any LoadClient, threads: Int, flows: Int,
        for duration: Duration = .seconds(86_400),
        arrival: @escaping @Sendable (Int, Duration) -> Duration
    ) throws -> FlowLoad {
        let tally = Tally()
        let clock = ContinuousClock()
        let start = clock.now
        Threads.run(threads) { _ in
            do {
                let client = try makeClient()
                var (latencies, work) = (Latencies(), Duration.zero)
                while clock.now - start < duration, let index = tally.next(of: flows) {
                    let due = arrival(index, clock.now - start)
                    let early = due - (clock.now - start)
                    if early > .zero { usleep(UInt32(early.inSeconds * 1_000_000)) }
                    let (begun, waited) = (clock.now, client.connection.waited)
                    try client.flow()
                    work += clock.now - begun - (client.connection.waited - waited)
                    latencies.add(clock.now - start - due)
                }
                tally.load.withLock { $0.add(client.connection, latencies, work) }
            } catch {
                tally.failure.withLock { $0 = $0 ?? error }
            }
        }
        if let failure = tally.failure.withLock({ $0 }) { throw failure }
        var load = tally.load.withLock { $0 }
        load.duration = clock.now - start
        return load
    }

    /// The shared state of a load's threads.
    private final class Tally: Sendable {
        let load = Mutex(FlowLoad())
        let failure = Mutex<(any Error)?>(nil)
        private let begun = Atomic(0)

        /// The number of the next flow; nil if there is none or one has failed.
        func next(of flows: Int) -> Int? {
            guard failure.withLock({ $0 == nil }) else { return nil }
            let index = begun.add(1, ordering: .relaxed).oldValue
            return index < flows ? index : nil
        }
    }

    private mutating func add(_ connection: TimedConnection, _ latencies: Latencies, _ work: Duration) {
        flows.add(latencies)
        clientWork += work
        requests += connection.requests
        steps.merge(connection.steps) { first, second in
            var all = first
            all.add(second)
            return all
        }
    }
}
