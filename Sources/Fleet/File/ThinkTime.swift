import Glibc
import ToqueEncoding

/// How long a person thinks before a step.
public enum ThinkTime: Sendable, Hashable {
    case fixed(Duration)
    case uniform(Duration, Duration)
    /// With this mean; at most ten times as long.
    case exponential(Duration)

    static let none = ThinkTime.fixed(.zero)

    func next(_ random: inout UserDecisions) -> Duration {
        switch self {
        case .fixed(let duration): return duration
        case .uniform(let least, let most):
            return .microseconds(Int64.random(in: least.microseconds...most.microseconds, using: &random))
        case .exponential(let mean):
            let factor = min(10, -log(1 - Double.random(in: 0..<1, using: &random)))
            return .microseconds(Int64(Double(mean.microseconds) * factor))
        }
    }
}
