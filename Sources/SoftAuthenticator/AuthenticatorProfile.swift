import ToqueCOSE
import ToqueWebAuthn

/// What a class of device does. The table of docs/profiles.md is made from these values.
public struct AuthenticatorProfile: Sendable, Hashable, CustomStringConvertible {
    /// When a credential is made so that it is found without an allow list (section 6.2.2).
    public enum ResidentKeys: String, Sendable, Hashable {
        case always
        /// Where the client requires it, which it also does where the relying party prefers it.
        case whenRequired = "when required"
    }

    /// As the command line spells it.
    public let name: String
    /// A model identifier of our own; no vendor's.
    public var aaguid: AAGUID
    public var attachment: AuthenticatorAttachment
    public var transports: [AuthenticatorTransport]
    public var algorithms: [COSEAlgorithm]
    /// Most wanted first. `none` is possible in each profile, where it is asked for.
    public var attestationFormats: [AttestationFormat]
    public var residentKeys: ResidentKeys
    /// How it verifies its user; with `none` a touch shows presence alone.
    public var verification: GesturePrompt.Verification
    /// Its credentials are synced: the BE and BS flags (section 6.1.3).
    public var isBackedUp: Bool
    /// Assertions count up the one counter of the store; otherwise the counter is always zero (section 6.1.1).
    public var hasSignatureCounter: Bool
    /// Where the large blobs of its credentials are kept.
    public var largeBlobs: LargeBlobForm
    /// What all credentials do in its hands, whatever they were made with: for tests of relying parties alone.
    public var overrides = CredentialOverrides()

    /// A phone whose passkeys are synced, unlocked by face.
    public static let ios = AuthenticatorProfile(
        name: "ios",
        aaguid: AAGUID(0xC1A4C2FF_2BA7477F_B57D8113_B18C0972),
        attachment: .platform,
        transports: [.internal, .hybrid],
        algorithms: [.es256],
        attestationFormats: [.none],
        residentKeys: .always,
        verification: .face,
        isBackedUp: true,
        hasSignatureCounter: false,
        largeBlobs: .credential)

    /// A phone whose passkeys are synced, unlocked by fingerprint.
    public static let android = AuthenticatorProfile(
        name: "android",
        aaguid: AAGUID(0x34F6EFA2_E457466A_BA0CD6F4_DD033232),
        attachment: .platform,
        transports: [.internal, .hybrid],
        algorithms: [.es256],
        attestationFormats: [.none],
        residentKeys: .always,
        verification: .fingerprint,
        isBackedUp: true,
        hasSignatureCounter: false,
        largeBlobs: .credential)

    /// A laptop whose keys stay in its security chip and count their signatures, unlocked by PIN.
    public static let windows = AuthenticatorProfile(
        name: "windows",
        aaguid: AAGUID(0x72402018_5C4948E3_AA3FF163_BD8B8C70),
        attachment: .platform,
        transports: [.internal],
        algorithms: [.es256, .rs256],
        attestationFormats: [.packed],
        residentKeys: .always,
        verification: .pin,
        isBackedUp: false,
        hasSignatureCounter: true,
        largeBlobs: .array)

    /// A USB key with a button; shown as a device it verifies its user by a PIN, else it tests presence alone.
    public static let securityKey = AuthenticatorProfile(
        name: "security-key",
        aaguid: AAGUID(0xF2C7B556_83354905_A9982438_3DACBDC0),
        attachment: .crossPlatform,
        transports: [.usb],
        algorithms: [.es256, .es384, .es512, .edDSA],
        attestationFormats: [.packed],
        residentKeys: .whenRequired,
        verification: .none,
        isBackedUp: false,
        hasSignatureCounter: true,
        largeBlobs: .array)

    /// A USB key with a fingerprint sensor; shown as a device it verifies its user by an enrolled finger or a PIN.
    public static let fingerprintKey = AuthenticatorProfile(
        name: "fingerprint-key",
        aaguid: AAGUID(0x56179876_A0E942C5_94F75924_E07E5D81),
        attachment: .crossPlatform,
        transports: [.usb],
        algorithms: [.es256, .es384, .es512, .edDSA],
        attestationFormats: [.packed],
        residentKeys: .whenRequired,
        verification: .fingerprint,
        isBackedUp: false,
        hasSignatureCounter: true,
        largeBlobs: .array)

    /// For tests of relying parties: every algorithm and attestation format. Change its properties to fit the test.
    public static let lab = AuthenticatorProfile(
        name: "lab",
        aaguid: AAGUID(0x4E07FAE8_54F044B0_97F91477_8D2B29A2),
        attachment: .crossPlatform,
        transports: [.usb],
        algorithms: COSEAlgorithm.all,
        attestationFormats: AttestationFormat.known.filter { $0 != .none },
        residentKeys: .whenRequired,
        verification: .fingerprint,
        isBackedUp: false,
        hasSignatureCounter: true,
        largeBlobs: .array)
}

extension AuthenticatorProfile {
    public var description: String { name }

    /// Whether new credentials come with a statement that says something.
    public var attests: Bool { attestationFormats.contains { $0 != .none } }

    /// Whether fingers can be enrolled, and are told from others.
    var hasFingerprintSensor: Bool { verification == .fingerprint }

    /// Those that do what a class of device does, the default first.
    public static let devices: [AuthenticatorProfile] = [.ios, .android, .windows, .securityKey, .fingerprintKey]

    /// All of them, the default first.
    public static let all = devices + [.lab]

    /// The profile of a name; nil where there is none.
    public init?(name: String) {
        guard let profile = Self.all.first(where: { $0.name == name }) else { return nil }
        self = profile
    }
}

extension AAGUID {
    /// The 16 bytes of a number, most significant first.
    fileprivate init(_ number: UInt128) {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> (120 - 8 * $0)) }
        // There are 16, which is all that the initializer asks.
        self = AAGUID(bytes) ?? .zero
    }
}

/// What an authenticator does with all credentials in the place of what they were made with. Relying parties refuse
/// much of it, which is what their tests want to see.
public struct CredentialOverrides: Sendable, Hashable {
    /// nil leaves each credential its counter.
    public var counter: CounterBehavior?
    /// nil leaves each credential its flags.
    public var backup: BackupState?

    public init(counter: CounterBehavior? = nil, backup: BackupState? = nil) {
        self.counter = counter
        self.backup = backup
    }
}
