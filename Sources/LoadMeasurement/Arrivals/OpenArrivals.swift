import Glibc
import ToqueCrypto

/// The times at which users begin: independent of each other at a rate (exponential intervals), whether earlier ones
/// have ended or not. The same seed gives the same times.
public struct OpenArrivals: Sendable, Sequence {
    /// When arrivals end.
    public enum End: Sendable, Hashable {
        case after(Duration)
        case count(Int)
    }

    private let rate: Double
    private let rampUp: Double
    private let end: End
    private let seed: UInt64

    /// - Parameters:
    ///   - rate: arrivals a second after the ramp; above 0.
    ///   - rampUp: the time in which the rate grows from 0 in a straight line.
    ///   - end: when arrivals end, from the start.
    ///   - seed: of the intervals.
    public init(rate: Double, rampUp: Duration = .zero, end: End, seed: UInt64) {
        self.rate = rate
        self.rampUp = rampUp / .seconds(1)
        self.end = end
        self.seed = seed
    }

    public func makeIterator() -> Iterator { Iterator(self) }

    /// Goes through the arrivals.
    public struct Iterator: IteratorProtocol {
        private let arrivals: OpenArrivals
        private var generator: SplitMix
        /// The expected number of arrivals so far, a sum of unit exponential intervals.
        private var expected = 0.0
        private var count = 0

        init(_ arrivals: OpenArrivals) {
            self.arrivals = arrivals
            generator = SplitMix(seed: arrivals.seed)
        }

        /// The next arrival, from the start; nil after the last.
        public mutating func next() -> Duration? {
            if case .count(let limit) = arrivals.end, count >= limit { return nil }
            expected -= log(1 - Double.random(in: 0..<1, using: &generator))
            let arrival = Duration.seconds(arrivals.time(of: expected))
            if case .after(let limit) = arrivals.end, arrival >= limit { return nil }
            count += 1
            return arrival
        }
    }

    /// The time by which this many arrivals are expected. In the ramp of length T they number rate·t²/2T.
    private func time(of expected: Double) -> Double {
        let inRamp = rate * rampUp / 2
        let time = expected < inRamp ? (2 * rampUp * expected / rate).squareRoot() : rampUp / 2 + expected / rate
        // A rate near 0 gives times that no duration can hold.
        return Swift.min(time, 1e9)
    }
}
