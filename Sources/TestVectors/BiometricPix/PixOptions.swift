import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

/// The shapes of options: the provider's guide's, those of its SDKs' types, and those of `navigator.credentials`.
enum PixOptions: String, Sendable, CaseIterable {
    /// The guide's shape.
    case guide
    /// With every member of the SDK's types.
    case sdk
    /// The shape of the provider's SDK for the web.
    case web
    /// Inside `publicKey`, with `mediation` beside it.
    case wrapped
    /// Without a credential list, so the authenticator chooses the credential.
    case discoverable

    /// The size of a registration's challenge in bytes. The guide's sample has fewer than the 16 that the specification
    /// recommends.
    var challengeLength: Int { self == .guide ? 14 : 32 }

    /// - Parameters:
    ///   - algorithms: the offered ones. Default: the guide's.
    ///   - attestation: the relying party's preference.
    func registration(
        challenge: [UInt8], algorithms: [COSEAlgorithm] = [], attestation: AttestationConveyancePreference = .none
    ) -> JSON {
        var options: JSON = [
            "rp": ["id": .string(PixSetting.rpID), "name": .string(PixSetting.rpName)],
            "user": [
                "id": .base64URL(PixSetting.user.id), "name": .string(PixSetting.user.name),
                "displayName": .string(PixSetting.user.displayName),
            ],
            "challenge": .base64URL(challenge),
            "pubKeyCredParams": .pubKeyCredParams(algorithms.isEmpty ? [.rs256, .es256] : algorithms),
        ]
        switch self {
        // The SDKs' extension types allow only texts. So does the guide's sample, whose text is not a legal AppID.
        case .guide, .discoverable: options.set("extensions", ["appid": "true"])
        case .sdk:
            options.set("timeout", 300_000)
            options.set(
                "excludeCredentials", [["id": .base64URL([UInt8](1...32)), "type": "public-key"]])
            options.set(
                "authenticatorSelection",
                [
                    "authenticatorAttachment": "platform", "userVerification": "required", "requireResidentKey": true,
                    "residentKey": "required",
                ])
            options.set("attestationFormats", ["packed", "none"])
            options.set("extensions", ["appid": "true"])
        case .web, .wrapped:
            options.set(
                "authenticatorSelection",
                [
                    "authenticatorAttachment": "platform", "residentKey": "discouraged", "requireResidentKey": false,
                    "userVerification": "required",
                ])
        }
        if attestation != .none || self == .sdk { options.set("attestation", .string(attestation.rawValue)) }
        return wrapped(options)
    }

    func payment(challenge: [UInt8], credentialID: [UInt8], transports: [AuthenticatorTransport]) -> JSON {
        var options: JSON = [
            "rpId": .string(PixSetting.rpID), "timeout": 300_000, "challenge": .base64URL(challenge),
        ]
        var credential: JSON = ["id": .base64URL(credentialID), "type": "public-key"]
        switch self {
        case .guide, .discoverable: break
        case .sdk:
            credential.set("transports", .array(transports.map { .string($0.rawValue) }))
            options.set("userVerification", "required")
            options.set("extensions", ["appid": "true"])
        case .web, .wrapped: options.set("userVerification", "required")
        }
        if self != .discoverable { options.set("allowCredentials", [credential]) }
        return wrapped(options)
    }

    private func wrapped(_ options: JSON) -> JSON {
        self == .wrapped ? ["publicKey": options, "mediation": "optional"] : options
    }
}

extension JSON {
    static func pubKeyCredParams(_ algorithms: [COSEAlgorithm]) -> JSON {
        .array(algorithms.map { ["alg": .int($0.rawValue), "type": "public-key"] })
    }
}
