import Synchronization

/// The chains that were found to lead to their anchors, because to find that out again costs more than all the rest of
/// a registration. A chain is kept with the time span in which its certificates are valid, so that each use judges the
/// time anew. Chains that lead nowhere are not kept: with them anybody could drive out the others.
final class ChainCache: Sendable {
    /// Two generations: the chains used since the last change of generations, and those used before it.
    private struct State {
        var young: [[UInt8]: ClosedRange<Int64>] = [:]
        var old: [[UInt8]: ClosedRange<Int64>] = [:]

        mutating func insert(_ validity: ClosedRange<Int64>, for key: [UInt8], capacity: Int) {
            if young.count >= capacity, young[key] == nil {
                old = young
                young = [:]
            }
            young[key] = validity
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: how many of the chains used last are kept for certain; never more than twice as many are.
    init(capacity: Int = 256) { self.capacity = max(1, capacity) }

    /// When the certificates of the chain are valid, in seconds since 1970; nil where it is not known.
    /// - Parameter key: a digest of the chain and of the anchors by which it was judged.
    func validity(_ key: [UInt8]) -> ClosedRange<Int64>? {
        state.withLock { state in
            if let validity = state.young[key] { return validity }
            guard let validity = state.old[key] else { return nil }
            state.insert(validity, for: key, capacity: capacity)
            return validity
        }
    }

    func insert(_ validity: ClosedRange<Int64>, for key: [UInt8]) {
        state.withLock { $0.insert(validity, for: key, capacity: capacity) }
    }

    /// Entries of both generations.
    var count: Int { state.withLock { $0.young.count + $0.old.count } }
}
