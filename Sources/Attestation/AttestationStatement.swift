import ToqueCBOR
import ToqueWebAuthn

/// Why an attestation statement cannot be read.
public enum AttestationStatementError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A format that this library does not know.
    case unsupportedFormat(AttestationFormat)
    /// A member is missing, of the wrong type or one too many.
    case malformed(AttestationFormat, String)

    public var description: String {
        switch self {
        case .unsupportedFormat(let format): "attestation format \"\(format.rawValue)\" is not known"
        case .malformed(let format, let reason): "attStmt of format \(format.rawValue): \(reason)"
        }
    }
}

/// An attestation statement as a typed value (section 8).
public enum AttestationStatement: Sendable, Hashable {
    case none
    case packed(PackedStatement)

    public var format: AttestationFormat {
        switch self {
        case .none: .none
        case .packed: .packed
        }
    }

    /// The `attStmt` map.
    public var encoded: CBORMap {
        switch self {
        case .none: CBORMap()
        case .packed(let statement): statement.encoded
        }
    }

    /// Reads the statement of an attestation object.
    public init(_ object: AttestationObject) throws(AttestationStatementError) {
        switch object.format {
        case .none:
            // Section 8.7: an empty map.
            guard object.statement.isEmpty else { throw .malformed(.none, "found members, expected an empty map") }
            self = .none
        case .packed: self = .packed(try PackedStatement(object.statement))
        default: throw .unsupportedFormat(object.format)
        }
    }
}
