/// The entries of a CBOR map in the order in which they stood or were added; the encoder sorts them.
public struct CBORMap: Sendable, Hashable, Sequence {
    public private(set) var entries: [(key: CBOR, value: CBOR)] = []

    public init() {}

    /// The last entry of a repeated key counts.
    public init(_ entries: [(CBOR, CBOR)]) {
        for (key, value) in entries { self[key] = value }
    }

    /// Entries of which no key is repeated, as the caller knows; nobody looks.
    package init(uniqueEntries entries: [(key: CBOR, value: CBOR)]) { self.entries = entries }

    public var count: Int { entries.count }
    public var isEmpty: Bool { entries.isEmpty }

    public subscript(key: CBOR) -> CBOR? {
        get { entries.first { $0.key == key }?.value }
        set {
            let index = entries.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((key, value))
            case (nil, nil): break
            }
        }
    }

    public func makeIterator() -> IndexingIterator<[(key: CBOR, value: CBOR)]> { entries.makeIterator() }

    /// The same entries in any order. By a table, as maps that are keys may be large, and searching one for each key of
    /// the other would take the square of their sizes.
    public static func == (left: CBORMap, right: CBORMap) -> Bool {
        left.count == right.count && left.values == right.values
    }

    private var values: [CBOR: CBOR] { Dictionary(entries.map { ($0.key, $0.value) }) { $1 } }

    /// The same in any order.
    public func hash(into hasher: inout Hasher) { CBOR.map(self).hash(into: &hasher) }
}
