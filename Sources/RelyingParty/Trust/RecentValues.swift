/// A bounded number of recently used values, in two generations: those used since the last change of generations, and
/// those used before it.
package struct RecentValues<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let capacity: Int

    /// - Parameter capacity: the number of most recently used values that are guaranteed to be kept; at most twice as
    ///   many are.
    package init(capacity: Int) { self.capacity = max(1, capacity) }

    /// The value, which now counts as used.
    package mutating func value(for key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old[key] else { return nil }
        insert(value, for: key)
        return value
    }

    package mutating func insert(_ value: Value, for key: Key) {
        if young.count >= capacity, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = value
    }

    /// The number of values in both generations.
    package var count: Int { young.count + old.count }
}
