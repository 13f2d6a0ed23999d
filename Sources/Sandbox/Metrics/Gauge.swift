import Synchronization

/// A number that goes up and down.
public final class Gauge: Sendable {
    private let level = Atomic<Int>(0)

    public var value: Int { level.load(ordering: .relaxed) }

    public func add(_ amount: Int) { level.wrappingAdd(amount, ordering: .relaxed) }
}
