import Synchronization
import ToqueCOSE
import ToqueCrypto

/// The most recently used keys, opened: opening one costs about as much as a signature.
final class SigningKeyCache: Sendable {
    /// A unique identifier of the key.
    enum Name: Sendable, Hashable {
        case publicKey(COSEKey)
        /// The ID into which the key is sealed.
        case wrapped([UInt8])
    }

    /// An entry and its neighbors in order of use, by their positions in the array.
    private struct Entry {
        var name: Name
        var key: SigningKey
        /// Used just after this one.
        var newer: Int?
        /// Used just before this one.
        var older: Int?
    }

    private struct State {
        var entries: [Entry] = []
        var places: [Name: Int] = [:]
        var newest: Int?
        var oldest: Int?

        mutating func unlink(_ place: Int) {
            let (newer, older) = (entries[place].newer, entries[place].older)
            if let newer { entries[newer].older = older } else { newest = older }
            if let older { entries[older].newer = newer } else { oldest = newer }
        }

        mutating func linkAsNewest(_ place: Int) {
            entries[place].newer = nil
            entries[place].older = newest
            if let newest { entries[newest].newer = place } else { oldest = place }
            newest = place
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: the maximum number of keys; 0 keeps none.
    init(capacity: Int) { self.capacity = max(0, capacity) }

    /// The opened key, which now counts as the most recently used.
    subscript(name: Name) -> SigningKey? {
        guard capacity > 0 else { return nil }
        return state.withLock { state in
            guard let place = state.places[name] else { return nil }
            if state.newest != place {
                state.unlink(place)
                state.linkAsNewest(place)
            }
            return state.entries[place].key
        }
    }

    /// Keeps an opened key, evicting the least recently used one.
    func insert(_ key: SigningKey, for name: Name) {
        guard capacity > 0 else { return }
        state.withLock { state in
            // Another task may have opened the same key in the meantime.
            guard state.places[name] == nil else { return }
            let entry = Entry(name: name, key: key)
            let place: Int
            if state.entries.count < capacity {
                place = state.entries.count
                state.entries.append(entry)
            } else {
                guard let oldest = state.oldest else { return }
                place = oldest
                state.unlink(place)
                state.places[state.entries[place].name] = nil
                state.entries[place] = entry
            }
            state.places[name] = place
            state.linkAsNewest(place)
        }
    }

    /// Forgets all keys.
    func removeAll() { state.withLock { $0 = State() } }
}
