import Foundation
import Testing
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

/// The cases of the specification's section "Test Vectors". The file is found through TOQUE_CORPORA.
@Suite("W3C test vectors")
struct PublishedVectorTests {
    private static let corpora = ProcessInfo.processInfo.environment["TOQUE_CORPORA"]

    /// Each case whose algorithm we have (all but Ed448's) and what becomes of its registration.
    private static let cases: [(id: String, failure: VerdictCode?)] = [
        ("none-es256", nil),
        ("packed-self-es256", nil),
        ("none-es256-crossOrigin", nil),
        ("none-es256-topOrigin", nil),
        ("none-es256-long-credential-id", nil),
        ("packed-es256", .attestationNotTrusted),
        ("packed-es384", .attestationNotTrusted),
        ("packed-es512", .attestationNotTrusted),
        ("packed-rs256", .attestationNotTrusted),
        ("packed-eddsa", .attestationNotTrusted),
        ("tpm-es256", .attestationFormatUnsupported),
        ("android-key-es256", .attestationFormatUnsupported),
        ("apple-es256", .attestationFormatUnsupported),
        ("fido-u2f-es256", .attestationFormatUnsupported),
    ]

    @Test(
        .enabled(if: corpora != nil, "w3c-webauthn-l3.json is looked for in the folder that TOQUE_CORPORA names"),
        arguments: cases)
    func verify(_ id: String, _ failure: VerdictCode?) throws {
        let folder = try #require(Self.corpora)
        let file = try Data(contentsOf: URL(fileURLWithPath: folder).appending(path: "w3c-webauthn-l3.json"))
        let cases = try JSONReader(try JSON(parsing: Array(file))).member("cases").elements()
        let vector = try #require(try cases.first { try $0.member("id").string() == "sctn-test-vectors-\(id)" })
        let registration = try Fields(vector, "registration")
        let credentialID = try registration["credential_id"]
        var policy = VerificationPolicy(origins: [try vector.member("origin").string()])
        policy.allowCrossOrigin = try vector.member("crossOrigin").bool()
        policy.topOrigins = try vector.optional("topOrigin").map { [try $0.string()] } ?? []
        let relyingParty = RelyingParty(policy: policy)

        let rpID = try vector.member("rpId").string()
        let response = RegistrationResponse(
            credentialID: credentialID, clientDataJSON: try registration["clientDataJSON"],
            attestationObject: try registration["attestationObject"])
        let ceremony = RegistrationCeremony(
            options: .init(
                rp: .init(id: rpID, name: rpID), user: .init(id: [1], name: "", displayName: ""),
                challenge: try registration["challenge"],
                pubKeyCredParams: [-7, -8, -35, -36, -257].map(COSEAlgorithm.init)),
            rpID: rpID, response: response)
        let registered = relyingParty.verify(ceremony)
        #expect(registered.failure?.code == failure, "\(String(describing: registered.failure))")
        // The certificates are right, if nobody's.
        if failure == .attestationNotTrusted {
            policy.untrustedAttestation = .report
            let reported = RelyingParty(policy: policy).verify(ceremony)
            #expect(reported.value?.attestation.type == .basic, "\(String(describing: reported.failure))")
        }

        // The assertion verifies with the key of the registration, whatever the attestation is worth.
        let object = try AttestationObject(decoding: response.attestationObject)
        let data = try AuthenticatorData(decoding: object.authenticatorData)
        let attested = try #require(data.attestedCredentialData)
        let stored = StoredCredential(
            id: credentialID, publicKey: attested.credentialPublicKey, signCount: data.signCount,
            backupEligible: data.flags.contains(.backupEligible), backupState: data.flags.contains(.backupState),
            userHandle: nil)
        if let credential = registered.value?.credential {
            #expect(credential.publicKey == stored.publicKey)
            #expect(credential.id == credentialID)
        }
        let authentication = try Fields(vector, "authentication")
        let authenticated = relyingParty.verify(
            AuthenticationCeremony(
                options: .init(challenge: try authentication["challenge"], allowCredentials: [.init(id: credentialID)]),
                rpID: rpID,
                response: AuthenticationResponse(
                    credentialID: credentialID, clientDataJSON: try authentication["clientDataJSON"],
                    authenticatorData: try authentication["authenticatorData"],
                    signature: try authentication["signature"], userHandle: nil),
                credential: stored))
        #expect(authenticated.isValid, "\(String(describing: authenticated.failure))")
    }

    private struct Fields {
        let reader: JSONReader

        init(_ vector: JSONReader, _ ceremony: String) throws {
            reader = try vector.member(ceremony).member("fields")
        }

        subscript(name: String) -> [UInt8] {
            get throws { try #require(Hex.decode(try reader.member(name).string())) }
        }
    }
}
