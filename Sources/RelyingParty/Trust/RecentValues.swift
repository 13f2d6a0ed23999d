/// The values used last, a bounded number of them, in two generations: those used since the last change of generations,
/// and those used before it.
package struct RecentValues<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let capacity: Int

    /// - Parameter capacity: how many of those used last are kept for certain; never more than twice as many are.
    package init(capacity: Int) { self.capacity = max(1, capacity) }

    /// The value, which counts as used from now on.
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

    /// Of both generations.
    package var count: Int { young.count + old.count }
}
