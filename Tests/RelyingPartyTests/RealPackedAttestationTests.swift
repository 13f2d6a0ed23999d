import Foundation
import Testing
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

/// Packed attestations with certificates as real authenticators made them. The file is found through TOQUE_CORPORA.
@Suite("Packed attestation of real authenticators")
struct RealPackedAttestationTests {
    private static let corpora = ProcessInfo.processInfo.environment["TOQUE_CORPORA"]

    private static let cases: [(id: String, failure: VerdictCode?)] = [
        ("simple-packed-08", nil), ("simple-packed-09", nil), ("simple-packed-10", nil),
        ("simple-packed-11-neg", .attestationAAGUIDMismatch), ("go-packed-12", nil), ("go-packed-14", nil),
        ("go-packed-16", nil),
    ]

    @Test(
        .enabled(if: corpora != nil, "attestation-real.json is looked for in the folder that TOQUE_CORPORA names"),
        arguments: cases)
    func verify(_ id: String, _ failure: VerdictCode?) throws {
        let folder = try #require(Self.corpora)
        let file = try Data(contentsOf: URL(fileURLWithPath: folder).appending(path: "attestation-real.json"))
        let registrations = try JSONReader(try JSON(parsing: Array(file))).member("registrations").elements()
        let vector = try #require(try registrations.first { try $0.member("id").string() == id })
        let rpID = try vector.member("rpId").string()
        let credential = try vector.member("credential")
        let response = try credential.member("response")
        func bytes(_ reader: JSONReader) throws -> [UInt8] { try #require(Base64URL.decode(try reader.string())) }

        let ceremony = RegistrationCeremony(
            options: .init(
                rp: .init(id: rpID, name: rpID), user: .init(id: [1], name: "", displayName: ""),
                challenge: try bytes(vector.member("challenge")), pubKeyCredParams: TestCredential.algorithms),
            rpID: rpID,
            response: RegistrationResponse(
                credentialID: try bytes(credential.member("rawId")),
                clientDataJSON: try bytes(response.member("clientDataJSON")),
                attestationObject: try bytes(response.member("attestationObject"))))
        var policy = VerificationPolicy(
            origins: [try vector.member("origin").string()], unsolicitedExtensions: .report)
        policy.untrustedAttestation = .report
        let verdict = RelyingParty(policy: policy).verify(ceremony)
        #expect(verdict.failure?.code == failure, "\(String(describing: verdict.failure))")
        if failure == nil { #expect(verdict.value?.attestation.type == .basic) }
        policy.untrustedAttestation = .reject
        #expect(
            RelyingParty(policy: policy).verify(ceremony).failure?.code == failure ?? .attestationNotTrusted)
    }
}
