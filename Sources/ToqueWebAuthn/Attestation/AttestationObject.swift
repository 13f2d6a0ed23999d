import ToqueCBOR

/// Why an attestation object cannot be read.
public struct AttestationObjectError: Error, Sendable, Hashable, CustomStringConvertible {
    public let reason: String
    public init(_ reason: String) { self.reason = reason }
    public var description: String { "attestation object: \(reason)" }
}

/// An authenticator's result for a new credential (section 6.5.4).
public struct AttestationObject: Sendable, Hashable {
    public var format: AttestationFormat
    /// `attStmt`: a map, except for `compound`, which has an array (section 8.9).
    public var statement: CBOR
    /// The binary form, which the statement signs.
    public var authenticatorData: [UInt8]

    public init(format: AttestationFormat, statement: CBOR, authenticatorData: [UInt8]) {
        self.format = format
        self.statement = statement
        self.authenticatorData = authenticatorData
    }

    /// Creates an object whose statement is a map.
    public init(format: AttestationFormat, statement: CBORMap, authenticatorData: [UInt8]) {
        self.init(format: format, statement: .map(statement), authenticatorData: authenticatorData)
    }

    /// Canonical CBOR with the keys `fmt`, `attStmt` and `authData`.
    public var encoded: [UInt8] {
        CBOR.map(
            CBORMap(uniqueEntries: [
                ("fmt", .text(format.rawValue)), ("attStmt", statement), ("authData", .bytes(authenticatorData)),
            ])
        ).encoded
    }

    /// Reads well-formed CBOR in any map order: real authenticators depart from CTAP2's order.
    public init(decoding bytes: [UInt8]) throws(AttestationObjectError) {
        let item: CBOR
        do throws(CBORError) {
            item = try CBOR(decoding: bytes, rules: .wellFormed)
        } catch {
            throw AttestationObjectError("\(error)")
        }
        guard case .map(let map) = item else { throw AttestationObjectError("found \(item.kind), expected a map") }
        guard case .text(let format)? = map["fmt"] else { throw AttestationObjectError("fmt must be a text string") }
        guard let statement = map["attStmt"], statement.mapValue != nil || statement.arrayValue != nil else {
            throw AttestationObjectError("attStmt must be a map or an array")
        }
        guard case .bytes(let data)? = map["authData"] else {
            throw AttestationObjectError("authData must be a byte string")
        }
        guard map.count == 3 else { throw AttestationObjectError("has members besides fmt, attStmt and authData") }
        self.init(format: AttestationFormat(rawValue: format), statement: statement, authenticatorData: data)
    }
}
