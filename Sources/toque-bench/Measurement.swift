/// One measured rate.
struct Measurement: Sendable {
    let name: String
    let perSecond: Double
    /// Microseconds for one operation.
    var microseconds: Double { 1_000_000 / perSecond }
}

enum Stopwatch {
    /// Runs the body for about the time given, after a warm-up of a tenth of it, in batches whose best one counts:
    /// the machine's other work only ever makes a batch slower.
    static func rate(
        _ name: String, for duration: Duration = .milliseconds(1500), batch: Int,
        _ body: @Sendable () async throws -> Void
    ) async throws -> Measurement {
        let clock = ContinuousClock()
        let warm = clock.now + duration / 10
        repeat { try await body() } while clock.now < warm
        var best = Duration.seconds(3600)
        let end = clock.now + duration
        repeat {
            let start = clock.now
            for _ in 0..<batch { try await body() }
            best = min(best, clock.now - start)
        } while clock.now < end
        return Measurement(name: name, perSecond: Double(batch) / best.inSeconds)
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
