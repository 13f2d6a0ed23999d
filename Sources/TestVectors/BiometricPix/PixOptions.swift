import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

/// The shapes in which options come: what the provider's guide prints, what its SDKs know besides, and what
/// `navigator.credentials` is given.
enum PixOptions: String, Sendable, CaseIterable {
    /// As the guide prints them.
    case guide
    /// With every member that the SDK's types have.
    case sdk
    /// As the provider's SDK for the web asks.
    case web
    /// Inside `publicKey`, with `mediation` beside it.
    case wrapped
    /// Without a list of credentials, which leaves the choice of the credential to the authenticator.
    case discoverable

    /// Bytes of the challenge of a registration: the guide's sample has fewer than the 16 that the specification
    /// recommends.
    var challengeLength: Int { self == .guide ? 14 : 32 }

    /// - Parameters:
    ///   - algorithms: offered; none means those of the guide.
    ///   - attestation: what the relying party wants to see.
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
        // The SDKs' types of extensions hold texts alone, and so does the guide's sample, where it is no legal AppID.
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
