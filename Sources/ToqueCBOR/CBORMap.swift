/// The entries of a CBOR map in the order in which they were read or added. The encoder sorts them.
public struct CBORMap: Sendable, Hashable, Sequence {
    public private(set) var entries: [(key: CBOR, value: CBOR)] = []

    public init() {}

    /// The last entry of a repeated key counts.
    public init(_ entries: [(CBOR, CBOR)]) {
        for (key, value) in entries { self[key] = value }
    }

    /// Takes entries without repeated keys. This is not checked.
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

    /// Compares entries in any order. A table is used because map keys may be large: searching one map for each key of
    /// the other would take quadratic time.
    public static func == (left: CBORMap, right: CBORMap) -> Bool {
        left.count == right.count && left.values == right.values
    }

    private var values: [CBOR: CBOR] { Dictionary(entries.map { ($0.key, $0.value) }) { $1 } }

    /// Compares in any order.
    public func hash(into hasher: inout Hasher) { CBOR.map(self).hash(into: &hasher) }
}
