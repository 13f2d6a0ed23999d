import ArgumentParser
import Attestation
import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The behavior of an authenticator with profile `lab`, for tests of relying parties.
struct LabOptions: ParsableArguments {
    @Option(
        help: .init(
            "Use only this attestation format.",
            discussion: "Default: packed, unless the relying party prefers another format.", valueName: "format"))
    var attestation: LabAttestation?

    @Option(help: .init("Use this AAGUID. Default: the profile's.", valueName: "uuid"))
    var aaguid: AAGUID?

    @Option(
        help: .init(
            "Set how the signature counter moves: grows, zero, per-credential[:N], constant:N or regresses[:N].",
            discussion: """
                grows is one counter for the store. The others are one per credential, starting at N. Default: the \
                credential's own behavior, else grows.
                """, valueName: "behavior"))
    var counter: CounterBehavior?

    @Option(
        help: .init(
            "Set the backup flags BE and BS.",
            discussion: "Default: the credential's own state, else device-bound.", valueName: "state"))
    var backup: BackupState?

    @Option(
        help: .init(
            "Set how the user is verified: none, face, fingerprint or pin. Default: fingerprint.", valueName: "method"))
    var userVerification: GesturePrompt.Verification?

    @Option(
        help: .init("Set the transports, separated by commas. Default: usb.", valueName: "transport[,transport...]"))
    var transports: TransportList?

    @Option(help: .init("Keep large blobs in one array or with each credential. Default: array.", valueName: "form"))
    var largeBlobs: LargeBlobForm?

    /// The given options.
    var given: [String] {
        let options: [(name: String, isGiven: Bool)] = [
            ("--attestation", attestation != nil), ("--aaguid", aaguid != nil), ("--counter", counter != nil),
            ("--backup", backup != nil), ("--user-verification", userVerification != nil),
            ("--transports", transports != nil), ("--large-blobs", largeBlobs != nil),
        ]
        return options.filter(\.isGiven).map(\.name)
    }

    func validate(for profile: AuthenticatorProfile) throws {
        if profile != .lab, let option = given.first {
            throw CommandError(
                .conflictingOptions, at: option, "requires --profile lab; the profile is \(profile.name)")
        }
        guard attestation?.format != .fidoU2F || aaguid == nil else {
            throw CommandError(
                .conflictingOptions, at: "--aaguid", "excludes --attestation fido-u2f: in U2F the AAGUID is always zero"
            )
        }
    }

    /// The profile with these options; profiles other than `lab` stay unchanged.
    func applied(to profile: AuthenticatorProfile) -> AuthenticatorProfile {
        var profile = profile
        if let attestation { profile.attestationFormats = [attestation.format] }
        if let aaguid { profile.aaguid = aaguid }
        if let userVerification { profile.verification = userVerification }
        if let transports { profile.transports = transports.transports }
        if let largeBlobs { profile.largeBlobs = largeBlobs }
        profile.overrides = CredentialOverrides(counter: counter, backup: backup)
        return profile
    }
}

/// An attestation format, with packed's two kinds.
struct LabAttestation: ExpressibleByArgument {
    private static let packedSelf = "packed-self"
    static let allValueStrings = AttestationFormat.known.flatMap { format in
        [format.rawValue] + (format == .packed ? [packedSelf] : [])
    }

    let name: String
    var isSelf: Bool { name == Self.packedSelf }
    var format: AttestationFormat { isSelf ? .packed : AttestationFormat(rawValue: name) }

    init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        name = argument
    }
}

/// Transports separated by commas.
struct TransportList: ExpressibleByArgument {
    let transports: [AuthenticatorTransport]

    /// Any name is valid (WebAuthn section 5.8.4): relying parties must store unknown ones.
    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isVisibleASCII) }) else { return nil }
        transports = names.map(AuthenticatorTransport.init)
    }
}

extension AAGUID: ExpressibleByArgument {
    public init?(argument: String) { self.init(uuid: argument) }
    public var defaultValueDescription: String { description }
}

extension CounterBehavior: ExpressibleByArgument {
    public init?(argument: String) { self.init(parsing: argument) }
    public var defaultValueDescription: String { description }
}

extension BackupState: ExpressibleByArgument {
    private var word: String {
        switch self {
        case .deviceBound: "device-bound"
        case .eligible: "eligible"
        case .backedUp: "backed-up"
        case .inconsistent: "inconsistent"
        }
    }

    private var meaning: String {
        switch self {
        case .deviceBound: "neither flag"
        case .eligible: "BE without BS"
        case .backedUp: "BE and BS"
        case .inconsistent: "BS without BE, which relying parties must refuse"
        }
    }

    public static var allValueStrings: [String] { allCases.map(\.word) }
    public static var allValueDescriptions: [String: String] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.word, $0.meaning) })
    }
    public var defaultValueDescription: String { word }

    public init?(argument: String) {
        guard let state = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = state
    }
}

extension GesturePrompt.Verification: ExpressibleByArgument {}

extension LargeBlobForm: ExpressibleByArgument {
    public static var allValueStrings: [String] { ["array", "credential"] }
    public var defaultValueDescription: String { self == .array ? "array" : "credential" }

    public init?(argument: String) {
        switch argument {
        case "array": self = .array
        case "credential": self = .credential
        default: return nil
        }
    }
}
