import Attestation
import SoftAuthenticator
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

/// What a virtual authenticator is and how its person behaves.
public struct VirtualAuthenticatorOptions: Sendable {
    public var profile: AuthenticatorProfile
    /// False for an authenticator without discoverable credentials.
    public var hasResidentKey = true
    /// False if each request for a gesture is declined.
    public var isUserConsenting = true
    /// False if each verification of the user fails.
    public var isUserVerified = true
    /// The identifiers of the extensions that it has; nil for all.
    public var extensions: Set<String>?
    /// nil approves each request.
    public var gestures: ScriptedInteraction?
    /// True if its attestation has a certification authority; otherwise a credential attests itself.
    public var isCertified = false

    public init(profile: AuthenticatorProfile) {
        self.profile = profile
        isCertified = profile == .lab
    }

    func has(_ identifier: String) -> Bool { extensions?.contains(identifier) ?? true }
}

extension VirtualAuthenticatorOptions {
    private static let members: Set<String> = [
        "profile", "gesture", "attestation", "isUserConsenting", "isUserVerified",
    ]
    private static let protocols = ["ctap1/u2f", "ctap2", "ctap2_1"]
    private static let transports: [AuthenticatorTransport] = [.usb, .nfc, .ble, .smartCard, .hybrid, .internal]
    /// The extensions of authenticators (WebAuthn section 11.3, with the identifiers of section 11.1).
    static let extensionNames: Set<String> = ["credBlob", "credProps", "largeBlob", "minPinLength", "payment", "prf"]

    /// Reads the service's own description of an authenticator: `profile`, `gesture`, `attestation`,
    /// `isUserConsenting` and `isUserVerified`, all optional.
    init(_ reader: JSONReader) throws(JSONMemberError) {
        try reader.expectNoMembers(besides: Self.members)
        var profile = AuthenticatorProfile.ios
        if let member = try reader.optional("profile") {
            guard let named = AuthenticatorProfile(name: try member.string()) else {
                throw member.mismatch(
                    expected: "one of " + AuthenticatorProfile.all.map(\.name).joined(separator: ", "))
            }
            profile = named
        }
        self.init(profile: profile)
        if let member = try reader.optional("attestation") {
            let format = AttestationFormat(rawValue: try member.string())
            guard AttestationFormat.known.contains(format) else {
                throw member.mismatch(
                    expected: "one of " + AttestationFormat.known.map(\.rawValue).joined(separator: ", "))
            }
            self.profile.attestationFormats = [format]
            isCertified = true
        }
        try change(reader)
    }

    /// Changes how the person behaves: `gesture`, `isUserConsenting` and `isUserVerified`.
    mutating func change(_ reader: JSONReader) throws(JSONMemberError) {
        if let member = try reader.optional("gesture") {
            let text = try member.string()
            do throws(ScriptedInteraction.ParseError) {
                gestures = try ScriptedInteraction(parsing: text)
            } catch {
                throw JSONMemberError(path: member.path, found: text.quoted, expected: "gestures: \(error)")
            }
        }
        if let isConsenting = try reader.optional("isUserConsenting")?.bool() { isUserConsenting = isConsenting }
        if let isVerified = try reader.optional("isUserVerified")?.bool() { isUserVerified = isVerified }
    }

    /// Reads WebDriver's Authenticator Configuration (WebAuthn section 11.3), with its defaults.
    init(webDriver reader: JSONReader) throws(JSONMemberError) {
        let version = try reader.member("protocol", expected: "a protocol")
        let name = try version.string()
        guard Self.protocols.contains(name) else {
            throw version.mismatch(expected: Self.protocols.joined(separator: ", "))
        }
        let transportMember = try reader.member("transport", expected: "a transport")
        let transport = AuthenticatorTransport(rawValue: try transportMember.string())
        guard Self.transports.contains(transport) else {
            throw transportMember.mismatch(expected: Self.transports.map(\.rawValue).joined(separator: ", "))
        }
        self.init(profile: .lab)
        profile.transports = [transport]
        profile.attachment = transport == .internal ? .platform : .crossPlatform
        profile.attestationFormats = [.packed]
        profile.algorithms = COSEAlgorithm.supported
        hasResidentKey = try reader.optional("hasResidentKey")?.bool() ?? false
        let verifies = try reader.optional("hasUserVerification")?.bool() ?? false
        profile.verification = verifies ? .fingerprint : .none
        isUserConsenting = try reader.optional("isUserConsenting")?.bool() ?? true
        isUserVerified = try reader.optional("isUserVerified")?.bool() ?? false
        let extensions = try reader.optional("extensions")?.elements() ?? []
        var names: Set<String> = []
        for member in extensions {
            let name = try member.string()
            guard Self.extensionNames.contains(name) else {
                throw member.mismatch(expected: Self.extensionNames.sorted().joined(separator: ", "))
            }
            names.insert(name)
        }
        self.extensions = names
        profile.largeBlobs = .credential
        let isEligible = try reader.optional("defaultBackupEligibility")?.bool() ?? false
        let isBackedUp = try reader.optional("defaultBackupState")?.bool() ?? false
        profile.isBackedUp = false
        if isEligible || isBackedUp { profile.overrides.backup = BackupState(isEligible, isBackedUp) }
        if name == "ctap1/u2f" {
            guard !hasResidentKey, !verifies else {
                throw version.mismatch(expected: "ctap2 for an authenticator with resident keys or user verification")
            }
            profile.algorithms = [.es256]
            profile.attestationFormats = [.fidoU2F]
        }
    }
}

extension BackupState {
    init(_ isEligible: Bool, _ isBackedUp: Bool) {
        self =
            switch (isEligible, isBackedUp) {
            case (false, false): .deviceBound
            case (true, false): .eligible
            case (true, true): .backedUp
            case (false, true): .inconsistent
            }
    }
}
