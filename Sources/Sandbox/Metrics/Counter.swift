import Synchronization

/// A number that only grows.
public final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    public var value: Int { count.load(ordering: .relaxed) }

    public func add(_ amount: Int = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
}
