import ToqueCrypto
import ToqueEncoding

/// What a load test is to do.
public struct LoadPlan: Sendable, Hashable {
    /// The most users at work at the same time.
    public var users: Int
    /// The number of the first user.
    public var firstUser: Int
    /// Arrivals a second.
    public var rate: Double
    public var rampUp: Duration
    public var end: OpenArrivals.End
    /// Gives the same arrivals again.
    public var seed: String

    /// - Parameters:
    ///   - users: the most users at work at the same time.
    ///   - firstUser: the number of the first user.
    ///   - rate: arrivals a second.
    ///   - rampUp: the time in which the rate grows from 0.
    ///   - end: when arrivals end.
    ///   - seed: of the arrivals.
    public init(
        users: Int, firstUser: Int = 0, rate: Double, rampUp: Duration = .zero, end: OpenArrivals.End, seed: String
    ) {
        self.users = users
        self.firstUser = firstUser
        self.rate = rate
        self.rampUp = rampUp
        self.end = end
        self.seed = seed
    }

    public var arrivals: OpenArrivals {
        let digest = Digest.sha256(Array("arrivals \(seed)".utf8))
        return OpenArrivals(
            rate: rate, rampUp: rampUp, end: end, seed: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The time between two points of a report's timeline: at least a second, and few enough points for a chart.
    public var interval: Duration {
        let expected =
            switch end {
            case .after(let duration): duration
            case .count(let count): .seconds(min(Double(count) / rate, 1e9)) + rampUp / 2
            }
        return .seconds(max(1, (expected / .seconds(600)).rounded(.up)))
    }
}
