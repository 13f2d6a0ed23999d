import ToqueCBOR

/// The coded form of a value in a map: how its item is read, with section 8's status for each fault, and written.
protocol CTAPForm {
    associatedtype Subject
    static func read(_ item: CBOR) throws(CTAPStatus) -> Subject
    static func write(_ subject: Subject) -> CBOR
}

extension Optional {
    /// - Throws: the status if there is no value.
    func orThrow(_ status: CTAPStatus = .cborUnexpectedType) throws(CTAPStatus) -> Wrapped {
        guard let self else { throw status }
        return self
    }
}

extension Array: CTAPForm where Element == UInt8 {
    static func read(_ item: CBOR) throws(CTAPStatus) -> [UInt8] { try item.bytesValue.orThrow() }
    static func write(_ bytes: [UInt8]) -> CBOR { .bytes(bytes) }
}

extension String: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> String { try item.textValue.orThrow() }
    static func write(_ text: String) -> CBOR { .text(text) }
}

extension Bool: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> Bool { try item.boolValue.orThrow() }
    static func write(_ value: Bool) -> CBOR { .bool(value) }
}

extension UInt64: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> UInt64 {
        guard case .unsigned(let number) = item else { throw .cborUnexpectedType }
        return number
    }
    static func write(_ number: UInt64) -> CBOR { .unsigned(number) }
}

/// An unsigned number, used as a count.
extension Int: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> Int { try Int(exactly: try UInt64.read(item)).orThrow() }
    static func write(_ number: Int) -> CBOR { .int(number) }
}

extension UInt8: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> UInt8 { try UInt8(exactly: try UInt64.read(item)).orThrow() }
    static func write(_ number: UInt8) -> CBOR { .unsigned(UInt64(number)) }
}

/// A map whose members are not checked.
extension CBORMap: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> CBORMap { try item.mapValue.orThrow() }
    static func write(_ map: CBORMap) -> CBOR { .map(map) }
}

/// An array.
enum CTAPList<Form: CTAPForm>: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> [Form.Subject] {
        let items = try item.arrayValue.orThrow()
        var subjects: [Form.Subject] = []
        subjects.reserveCapacity(items.count)
        for item in items { subjects.append(try Form.read(item)) }
        return subjects
    }

    static func write(_ subjects: [Form.Subject]) -> CBOR { .array(subjects.map(Form.write)) }
}

/// A map from names.
enum CTAPTable<Form: CTAPForm>: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> [String: Form.Subject] {
        var subjects: [String: Form.Subject] = [:]
        for (key, value) in try CBORMap.read(item) { subjects[try String.read(key)] = try Form.read(value) }
        return subjects
    }

    static func write(_ subjects: [String: Form.Subject]) -> CBOR {
        .map(CBORMap(uniqueEntries: subjects.map { (key: .text($0.key), value: Form.write($0.value)) }))
    }
}

/// An RP ID. Text with a NUL is `invalidParameter`: readers of C strings would end it there and take it for another RP
/// ID.
enum CTAPRPID: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> String {
        let id = try String.read(item)
        guard !id.utf8.contains(0) else { throw .invalidParameter }
        return id
    }

    static func write(_ id: String) -> CBOR { .text(id) }
}

extension CBOR {
    /// Reads the bytes after the first byte of a message.
    /// - Returns: nil if there are none.
    /// - Throws: `invalidCBOR` unless the bytes are one item in canonical form with at most four levels.
    init?(message body: ArraySlice<UInt8>) throws(CTAPStatus) {
        if body.isEmpty { return nil }
        do throws(CBORError) {
            try self.init(decoding: Array(body), rules: .ctap2)
        } catch {
            throw .invalidCBOR
        }
    }
}
