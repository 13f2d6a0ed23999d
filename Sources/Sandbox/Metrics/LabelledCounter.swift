import Synchronization

/// A counter for each value of one label out of a fixed set, so that no input makes the set grow.
public final class LabelledCounter<Label: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable {
    private let counts = Mutex<[Label: Int]>([:])

    public subscript(label: Label) -> Int { counts.withLock { $0[label] ?? 0 } }

    public func add(_ label: Label, _ amount: Int = 1) { counts.withLock { $0[label, default: 0] += amount } }
}
