import Synchronization

/// A number that only grows.
public final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    public var value: Int { count.load(ordering: .relaxed) }

    public func add(_ amount: Int = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
}

/// A counter for each value of a label, from a fixed set that input cannot grow.
public final class LabeledCounter<Label: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable {
    private let counts = Mutex<[Label: Int]>([:])

    public subscript(label: Label) -> Int { counts.withLock { $0[label] ?? 0 } }

    public func add(_ label: Label, _ amount: Int = 1) { counts.withLock { $0[label, default: 0] += amount } }
}

/// A number that rises and falls.
public final class Gauge: Sendable {
    private let level = Atomic<Int>(0)

    public var value: Int { level.load(ordering: .relaxed) }

    public func add(_ amount: Int) { level.wrappingAdd(amount, ordering: .relaxed) }
}
