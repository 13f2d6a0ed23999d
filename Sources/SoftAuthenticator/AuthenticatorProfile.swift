import ToqueCOSE
import ToqueWebAuthn

/// The behavior of a class of device. The table of docs/profiles.md is made from these values.
public struct AuthenticatorProfile: Sendable, Hashable, CustomStringConvertible {
    /// When a credential is discoverable, that is, found without an allow list (section 6.2.2).
    public enum ResidentKeys: String, Sendable, Hashable {
        case always
        /// If the client requires it, which it also does if the relying party prefers it.
        case whenRequired = "when required"
    }

    /// The command line's name for it.
    public let name: String
    /// A model identifier of this project, not a vendor's.
    public var aaguid: AAGUID
    public var attachment: AuthenticatorAttachment
    public var transports: [AuthenticatorTransport]
    public var algorithms: [COSEAlgorithm]
    /// In order of preference. `none` is possible in each profile, if requested.
    public var attestationFormats: [AttestationFormat]
    public var residentKeys: ResidentKeys
    /// How it verifies its user. With `none`, a touch only proves presence.
    public var verification: GesturePrompt.Verification
    /// True if its credentials are synced: the BE and BS flags (section 6.1.3).
    public var isBackedUp: Bool
    /// True if assertions increment the store's counter; otherwise the counter is always zero (section 6.1.1).
    public var hasSignatureCounter: Bool
    /// Where its credentials' large blobs are stored.
    public var largeBlobs: LargeBlobForm
    /// The behavior of all credentials used with it, however they were made: only for tests of relying parties.
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

    /// A USB key with a button. As a device it verifies its user by PIN; otherwise it only tests presence.
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

    /// A USB key with a fingerprint sensor. As a device it verifies its user by an enrolled finger or a PIN.
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

    /// True if new credentials come with a non-empty statement.
    public var attests: Bool { attestationFormats.contains { $0 != .none } }

    /// True if fingers can be enrolled and are distinguished.
    var hasFingerprintSensor: Bool { verification == .fingerprint }

    /// The profiles of real classes of device, the default first.
    public static let devices: [AuthenticatorProfile] = [.ios, .android, .windows, .securityKey, .fingerprintKey]

    /// All profiles, the default first.
    public static let all = devices + [.lab]

    /// The profile with a name, if it exists.
    public init?(name: String) {
        guard let profile = Self.all.first(where: { $0.name == name }) else { return nil }
        self = profile
    }
}

extension AAGUID {
    /// The 16 bytes of a number, most significant first.
    fileprivate init(_ number: UInt128) {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> (120 - 8 * $0)) }
        // The initializer requires 16 bytes, and there are 16.
        self = AAGUID(bytes) ?? .zero
    }
}

/// Overrides for all credentials, however they were made. Relying parties refuse many of them, as their tests require.
public struct CredentialOverrides: Sendable, Hashable {
    /// nil keeps each credential's counter.
    public var counter: CounterBehavior?
    /// nil keeps each credential's flags.
    public var backup: BackupState?

    public init(counter: CounterBehavior? = nil, backup: BackupState? = nil) {
        self.counter = counter
        self.backup = backup
    }
}
