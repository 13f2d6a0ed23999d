import ToqueCBOR

/// How a value stands in a map: how it is read, with the status that section 8 gives each fault, and how it is written.
struct CTAPForm<Value>: Sendable {
    let read: @Sendable (CBOR) throws(CTAPStatus) -> Value
    let write: @Sendable (Value) -> CBOR

    init(
        read: @escaping @Sendable (CBOR) throws(CTAPStatus) -> Value, write: @escaping @Sendable (Value) -> CBOR
    ) {
        self.read = read
        self.write = write
    }

    /// - Parameter value: nil for what gives the status.
    init(
        or status: CTAPStatus = .cborUnexpectedType, _ value: @escaping @Sendable (CBOR) -> Value?,
        _ write: @escaping @Sendable (Value) -> CBOR
    ) {
        self.init(
            read: { (item: CBOR) throws(CTAPStatus) -> Value in
                guard let value = value(item) else { throw status }
                return value
            }, write: write)
    }

    /// Another value in this form.
    /// - Parameter value: nil for what gives the status.
    func converted<Other>(
        or status: CTAPStatus = .cborUnexpectedType, _ value: @escaping @Sendable (Value) -> Other?,
        _ write: @escaping @Sendable (Other) -> Value
    ) -> CTAPForm<Other> {
        CTAPForm<Other>(
            read: { (item: CBOR) throws(CTAPStatus) -> Other in
                guard let value = value(try read(item)) else { throw status }
                return value
            }, write: { self.write(write($0)) })
    }
}

extension CTAPForm<[UInt8]> {
    static var bytes: Self { Self(\.bytesValue, CBOR.bytes) }
}

extension CTAPForm<String> {
    static var text: Self { Self(\.textValue, CBOR.text) }

    /// A text with a zero is `invalidParameter`: for whoever keeps text as C does it ends there, and would pass for
    /// another RP ID.
    static var rpID: Self { text.converted(or: .invalidParameter, { $0.utf8.contains(0) ? nil : $0 }, { $0 }) }
}

extension CTAPForm<Bool> {
    static var bool: Self { Self(\.boolValue, CBOR.bool) }
}

extension CTAPForm<Int> {
    static var int: Self { Self(\.intValue, CBOR.int) }

    /// An unsigned number that counts something.
    static var count: Self { Self({ $0.unsignedValue.flatMap { Int(exactly: $0) } }, CBOR.int) }
}

extension CTAPForm<UInt64> {
    static var unsigned: Self { Self(\.unsignedValue, CBOR.unsigned) }
}

extension CTAPForm<UInt8> {
    static var byte: Self {
        Self({ $0.unsignedValue.flatMap { UInt8(exactly: $0) } }, { .unsigned(UInt64($0)) })
    }
}

extension CTAPForm<CBORMap> {
    /// A map whose members nobody looks at here.
    static var map: Self { Self(\.mapValue, CBOR.map) }
}

extension CTAPForm {
    static func array<Element>(of form: CTAPForm<Element>) -> Self where Value == [Element] {
        Self(
            read: { (item: CBOR) throws(CTAPStatus) -> [Element] in
                guard let items = item.arrayValue else { throw .cborUnexpectedType }
                return try items.map(form.read)
            }, write: { .array($0.map(form.write)) })
    }

    /// A map from names.
    static func dictionary<Element>(of form: CTAPForm<Element>) -> Self where Value == [String: Element] {
        Self(
            read: { (item: CBOR) throws(CTAPStatus) -> [String: Element] in
                var elements: [String: Element] = [:]
                for (key, value) in try CTAPForm<CBORMap>.map.read(item) {
                    elements[try CTAPForm<String>.text.read(key)] = try form.read(value)
                }
                return elements
            }, write: { .map(CBORMap(uniqueEntries: $0.map { (key: .text($0.key), value: form.write($0.value)) })) })
    }
}

extension CTAPForm where Value: CTAPStructure {
    static var structure: Self {
        Self(
            read: { (item: CBOR) throws(CTAPStatus) -> Value in try Value(try CTAPForm<CBORMap>.map.read(item)) },
            write: { .map($0.map) })
    }
}

extension CBOR {
    fileprivate var unsignedValue: UInt64? {
        guard case .unsigned(let number) = self else { return nil }
        return number
    }

    /// Reads what follows the first byte of a message.
    /// - Returns: nil where nothing follows.
    /// - Throws: `invalidCBOR` for what is not one item in canonical form with at most four levels.
    init?(message body: ArraySlice<UInt8>) throws(CTAPStatus) {
        if body.isEmpty { return nil }
        do throws(CBORError) {
            try self.init(decoding: Array(body), rules: .ctap2)
        } catch {
            throw .invalidCBOR
        }
    }
}
