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
public indirect enum AttestationStatement: Sendable, Hashable {
    case none
    case packed(PackedStatement)
    case tpm(TPMStatement)
    case androidKey(AndroidKeyStatement)
    case androidSafetyNet(AndroidSafetyNetStatement)
    case fidoU2F(FIDOU2FStatement)
    case apple(AppleStatement)
    case compound(CompoundStatement)

    public var format: AttestationFormat {
        switch self {
        case .none: .none
        case .packed: .packed
        case .tpm: .tpm
        case .androidKey: .androidKey
        case .androidSafetyNet: .androidSafetyNet
        case .fidoU2F: .fidoU2F
        case .apple: .apple
        case .compound: .compound
        }
    }

    /// `attStmt`.
    public var encoded: CBOR {
        switch self {
        case .none: [:]
        case .packed(let statement): statement.encoded
        case .tpm(let statement): statement.encoded
        case .androidKey(let statement): statement.encoded
        case .androidSafetyNet(let statement): statement.encoded
        case .fidoU2F(let statement): statement.encoded
        case .apple(let statement): statement.encoded
        case .compound(let statement): statement.encoded
        }
    }

    /// Reads the statement of an attestation object.
    public init(_ object: AttestationObject) throws(AttestationStatementError) {
        switch object.format {
        case .none:
            // Section 8.7: an empty map.
            guard object.statement == [:] else { throw .malformed(.none, "expected an empty map") }
            self = .none
        case .packed: self = .packed(try PackedStatement(StatementReader(object)))
        case .tpm: self = .tpm(try TPMStatement(StatementReader(object)))
        case .androidKey: self = .androidKey(try AndroidKeyStatement(StatementReader(object)))
        case .androidSafetyNet: self = .androidSafetyNet(try AndroidSafetyNetStatement(StatementReader(object)))
        case .fidoU2F: self = .fidoU2F(try FIDOU2FStatement(StatementReader(object)))
        case .apple: self = .apple(try AppleStatement(StatementReader(object)))
        case .compound: self = .compound(try CompoundStatement(object))
        default: throw .unsupportedFormat(object.format)
        }
    }
}
