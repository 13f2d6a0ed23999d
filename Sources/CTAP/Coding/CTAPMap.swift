import ToqueCBOR

/// A map of a command or a structure inside one, read with the status that section 8 gives each fault. Members that are
/// not asked for are passed over.
struct CTAPMap {
    private let map: CBORMap

    /// - Throws: `cborUnexpectedType` where the item is no map.
    init(_ item: CBOR) throws(CTAPStatus) {
        guard let map = item.mapValue else { throw .cborUnexpectedType }
        self.map = map
    }

    /// A parameter of a command; nil where it was not sent.
    func optional<Value>(
        _ key: CBOR, _ read: (CBOR) throws(CTAPStatus) -> Value
    ) throws(CTAPStatus) -> Value? {
        guard let item = map[key] else { return nil }
        return try read(item)
    }

    /// A parameter that a command cannot do without.
    /// - Throws: `missing` where it was not sent.
    func required<Value>(
        _ key: CBOR, orThrow missing: CTAPStatus = .missingParameter, _ read: (CBOR) throws(CTAPStatus) -> Value
    ) throws(CTAPStatus) -> Value {
        guard let item = map[key] else { throw missing }
        return try read(item)
    }
}

/// Reads an item as one type or throws `cborUnexpectedType`.
enum CTAPValue {
    static func bytes(_ item: CBOR) throws(CTAPStatus) -> [UInt8] { try value(item.bytesValue) }
    static func text(_ item: CBOR) throws(CTAPStatus) -> String { try value(item.textValue) }
    /// - Throws: `invalidParameter` for a text with a zero, which ends it for whoever keeps text as C does: it would
    ///   pass for another RP ID there.
    static func rpID(_ item: CBOR) throws(CTAPStatus) -> String {
        let id = try text(item)
        guard !id.utf8.contains(0) else { throw .invalidParameter }
        return id
    }

    static func bool(_ item: CBOR) throws(CTAPStatus) -> Bool { try value(item.boolValue) }
    static func int(_ item: CBOR) throws(CTAPStatus) -> Int { try value(item.intValue) }
    static func map(_ item: CBOR) throws(CTAPStatus) -> CBORMap { try value(item.mapValue) }

    static func unsigned(_ item: CBOR) throws(CTAPStatus) -> UInt64 {
        guard case .unsigned(let number) = item else { throw .cborUnexpectedType }
        return number
    }

    /// An unsigned number that counts something.
    static func count(_ item: CBOR) throws(CTAPStatus) -> Int { try value(Int(exactly: try unsigned(item))) }

    static func byte(_ item: CBOR) throws(CTAPStatus) -> UInt8 { try value(UInt8(exactly: try unsigned(item))) }

    static func array<Element>(
        _ item: CBOR, of read: (CBOR) throws(CTAPStatus) -> Element
    ) throws(CTAPStatus) -> [Element] {
        guard let items = item.arrayValue else { throw .cborUnexpectedType }
        var elements: [Element] = []
        elements.reserveCapacity(items.count)
        for item in items { elements.append(try read(item)) }
        return elements
    }

    private static func value<Value>(_ value: Value?) throws(CTAPStatus) -> Value {
        guard let value else { throw .cborUnexpectedType }
        return value
    }
}

extension CBORMap {
    /// A map of the members that are there, each of which has a key of its own.
    init(present members: [(CBOR, CBOR?)]) {
        self.init(uniqueEntries: members.compactMap { key, value in value.map { (key, $0) } })
    }
}
