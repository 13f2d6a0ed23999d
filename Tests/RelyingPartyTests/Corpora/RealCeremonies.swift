import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import RelyingParty

/// `attestation-real.json`: ceremonies of real authenticators and of FIDO's conformance tools.
enum RealCeremonies {
    static let comment: Comment = "attestation-real.json is looked for in the folder that TOQUE_CORPORA names"

    private static let file = Result { JSONReader(try Corpora.load("attestation-real.json")) }

    static func ids(_ kind: String) throws -> [String] {
        try file.get().member(kind).elements().map { try $0.member("id").string() }
    }

    static func vector(_ kind: String, _ id: String) throws -> JSONReader {
        try #require(try file.get().member(kind).elements().first { try $0.member("id").string() == id })
    }

    static func anchor(_ id: String) throws -> Certificate {
        let anchors = try file.get().member("trust_anchors").elements()
        return try Certificate(der: #require(try anchors.first { try $0.member("id").string() == id }).hex("der"))
    }
}

extension JSONReader {
    /// The corpus has invented challenges that no encoder would write; they are kept as they are.
    fileprivate func challenge() throws -> [UInt8] {
        let text = try member("challenge").string()
        return Base64URL.decode(text) ?? Array(text.utf8)
    }

    fileprivate func userVerification() throws -> UserVerificationRequirement {
        try member("options").member("requireUserVerification").bool() ? .required : .preferred
    }

    func policy() throws -> VerificationPolicy { VerificationPolicy(origins: [try member("origin").string()]) }

    /// The registration, with options that allow every algorithm of this library.
    func registration() throws -> RegistrationCeremony {
        let rpID = try member("rpId").string()
        return RegistrationCeremony(
            options: PublicKeyCredentialCreationOptions(
                rp: .init(id: rpID, name: rpID), user: .init(id: [1], name: "", displayName: ""),
                challenge: try challenge(), pubKeyCredParams: COSEAlgorithm.offered,
                authenticatorSelection: .init(userVerification: try userVerification())),
            rpID: rpID,
            response: RegistrationResponse(
                credentialID: try member("credential").member("rawId").base64URL(),
                clientDataJSON: try member("credential").member("response").member("clientDataJSON").base64URL(),
                attestationObject: try member("credential").member("response").member("attestationObject").base64URL()))
    }

    func assertion() throws -> AuthenticationCeremony {
        let response = try AuthenticationResponse(json: member("credential").value)
        let flags = response.authenticatorData.count > 32 ? response.authenticatorData[32] : 0
        return AuthenticationCeremony(
            options: PublicKeyCredentialRequestOptions(
                challenge: try challenge(), allowCredentials: [.init(id: response.credentialID)],
                userVerification: try userVerification()),
            rpID: try member("rpId").string(), response: response,
            credential: StoredCredential(
                id: response.credentialID, publicKey: try hex("credentialPublicKey_cose"),
                signCount: UInt32(try member("storedSignCount").int()), backupEligible: flags & 8 != 0,
                backupState: flags & 16 != 0, userHandle: nil))
    }
}
