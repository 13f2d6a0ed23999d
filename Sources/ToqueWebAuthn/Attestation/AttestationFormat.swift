/// An attestation statement format (section 8.1).
public enum AttestationFormat: RawRepresentable, Sendable, Hashable {
    case none, packed, tpm, androidKey, androidSafetyNet, fidoU2F, apple, compound
    /// A format that this library does not know; `init(rawValue:)` makes it.
    case other(String)

    /// The formats that this library reads, makes and verifies.
    public static let known: [AttestationFormat] = [
        .none, .packed, .tpm, .androidKey, .androidSafetyNet, .fidoU2F, .apple, .compound,
    ]

    public init(rawValue: String) { self = Self.known.first { $0.rawValue == rawValue } ?? .other(rawValue) }

    /// The identifier.
    public var rawValue: String {
        switch self {
        case .none: "none"
        case .packed: "packed"
        case .tpm: "tpm"
        case .androidKey: "android-key"
        case .androidSafetyNet: "android-safetynet"
        case .fidoU2F: "fido-u2f"
        case .apple: "apple"
        case .compound: "compound"
        case .other(let identifier): identifier
        }
    }
}
