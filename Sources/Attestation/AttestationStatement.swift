import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

/// Why an attestation statement cannot be read.
public enum AttestationStatementError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An unknown format.
    case unsupportedFormat(AttestationFormat)
    /// A member is missing, superfluous, or has a wrong type.
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

    /// The statement in its format's type; nil for `none`.
    private var value: (any FormatStatement)? {
        switch self {
        case .none: nil
        case .packed(let statement): statement
        case .tpm(let statement): statement
        case .androidKey(let statement): statement
        case .androidSafetyNet(let statement): statement
        case .fidoU2F(let statement): statement
        case .apple(let statement): statement
        case .compound(let statement): statement
        }
    }

    public var format: AttestationFormat { value.map { type(of: $0).format } ?? .none }

    /// `attStmt`.
    public var encoded: CBOR { value?.encoded ?? [:] }

    /// A short description for people; nil for `none`.
    public var summary: String? { value?.summary }

    /// Reads the statement of an attestation object.
    public init(_ object: AttestationObject) throws(AttestationStatementError) {
        if let type = object.format.statementType {
            self = try type.init(object).statement
        } else {
            guard object.format == .none else { throw .unsupportedFormat(object.format) }
            // Section 8.7: an empty map.
            guard object.statement == [:] else { throw .malformed(.none, "expected an empty map") }
            self = .none
        }
    }

    /// - Parameter format: for `none` and an unknown format the statement is empty.
    init(_ format: AttestationFormat, _ task: AttestationTask) throws {
        self = try format.statementType?.init(task).statement ?? .none
    }
}

extension AttestationFormat {
    /// The type of its statements; nil if they are empty or unknown.
    var statementType: (any FormatStatement.Type)? {
        switch self {
        case .packed: PackedStatement.self
        case .tpm: TPMStatement.self
        case .androidKey: AndroidKeyStatement.self
        case .androidSafetyNet: AndroidSafetyNetStatement.self
        case .fidoU2F: FIDOU2FStatement.self
        case .apple: AppleStatement.self
        case .compound: CompoundStatement.self
        case .none, .other: nil
        }
    }

    /// True if the format has statements for credentials of the algorithm.
    public func attests(_ algorithm: COSEAlgorithm) -> Bool { statementType?.attests(algorithm) ?? true }
}
