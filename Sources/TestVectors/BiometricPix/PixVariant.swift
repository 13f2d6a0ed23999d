import RelyingParty
import ToqueCBOR
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// An unusual but valid change of a ceremony.
struct PixVariant<Ceremony: PixCeremony>: Sendable {
    /// Such as `conditional`; unique among the variants and faults of a kind of ceremony.
    let name: String
    /// The difference, for people, without a full stop.
    let reason: String
    let apply: @Sendable (inout Ceremony) throws -> Void

    init(_ name: String, _ reason: String, _ apply: @escaping @Sendable (inout Ceremony) throws -> Void) {
        self.name = name
        self.reason = reason
        self.apply = apply
    }

    /// - Parameters:
    ///   - id: the ceremony's ID.
    ///   - title: the ceremony's title.
    func document(of ceremony: Ceremony, id: String, title: String) throws -> JSON {
        var ceremony = ceremony
        try apply(&ceremony)
        return try ceremony.document(id: "\(id)/\(name)", description: "\(title): \(reason)")
    }

    fileprivate static var ofBoth: [PixVariant] {
        [
            PixVariant(
                "client-data-byte-order-mark", "the client data begin with a byte order mark (section 7.1 step 5)"
            ) {
                $0.edits.clientDataJSON = { $0 = [0xEF, 0xBB, 0xBF] + $0 }
            },
            PixVariant("client-data-other-member", "the client data have a member that nobody knows yet") {
                $0.edits.clientDataJSON = { $0 = $0.dropLast() + #","future":{"origin":"https://belvo.com"}}"#.utf8 }
            },
            PixVariant("reserved-flag", "a flag is set that is reserved for future use") {
                $0.authenticatorData.flags.insert(.init(rawValue: 0x02))
            },
            PixVariant("not-backed-up", "the credential is backup eligible and not backed up") {
                $0.authenticatorData.flags.remove(.backupState)
            },
        ]
    }
}

extension PixVariant<PixRegistration> {
    static var all: [PixVariant] {
        ofBoth + [
            PixVariant("conditional", "a conditional creation did not find the user present (section 7.1 step 15)") {
                $0.mediation = .conditional
                $0.authenticatorData.flags.remove(.userPresent)
            },
            PixVariant("longest-credential-id", "the credential ID has 1023 bytes") {
                let id = [UInt8](repeating: 0xA5, count: 1023)
                $0.authenticatorData.attestedCredentialData?.credentialID = id
                $0.credentialID = id
            },
            PixVariant(
                "object-in-other-order",
                "the attestation object's keys are in the order in which real devices wrote them"
            ) {
                $0.edits.attestationObject = { bytes in
                    guard let map = try CBOR(decoding: bytes, rules: .wellFormed).mapValue else { return }
                    bytes =
                        [0xA3]
                        + ["authData", "fmt", "attStmt"].flatMap {
                            CBOR.text($0).encoded + (map[.text($0)]?.encoded ?? [])
                        }
                }
            },
            PixVariant("extensions-as-requested", "extensions answer what the options ask") {
                $0.options.set(
                    "extensions", ["credProps": true, "credentialProtectionPolicy": "userVerificationOptional"])
                $0.clientExtensionResults["credProps"] = ["rk": true]
                $0.authenticatorData.extensions = CBORMap([("credProtect", 1)])
            },
            PixVariant("any-algorithm", "the options offer no algorithm, which means ES256 and RS256 (section 5.1.3)") {
                $0.options.set("pubKeyCredParams", [])
            },
        ]
    }
}

extension PixVariant<PixPayment> {
    static var all: [PixVariant] {
        ofBoth + [
            PixVariant(
                "without-user-handle-but-listed", "userHandle is absent, and allowCredentials says who the user is"
            ) {
                $0.userHandle = nil
            },
            PixVariant("app-id", "a U2F credential signed for the AppID that the options name (section 10.1.1)") {
                $0.use(appID: "https://belvo.com/app-id.json")
            },
            PixVariant("counter-jumps", "the counter has grown by many") {
                $0.authenticatorData.signCount = .max
                $0.credential.signCount = 7
            },
        ]
    }
}

extension PixPayment {
    /// Signs like a credential made by U2F: for the AppID instead of the RP ID.
    mutating func use(appID: String) {
        authenticatorData.rpIDHash = Digest.sha256(appID)
        options.set("extensions", ["appid": .string(appID)])
        clientExtensionResults["appid"] = true
    }
}
