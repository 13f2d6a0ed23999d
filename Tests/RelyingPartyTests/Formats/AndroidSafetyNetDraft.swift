import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

/// A SafetyNet response in parts, valid until a test changes one.
struct AndroidSafetyNetDraft: Sendable {
    /// Later than the time of verification, which is 0.
    var timestampMs: JSON = 0
    var host = "attest.android.com"
    /// Changes the finished header.
    var changeHeader: @Sendable (inout JSONObject) -> Void = { _ in }
    /// Changes the finished payload.
    var changePayload: @Sendable (inout JSONObject) -> Void = { _ in }
    /// Changes the payload's text before signing.
    var changeText: @Sendable (inout String) -> Void = { _ in }
    /// Changes the finished JWS.
    var changeResponse: @Sendable (inout [UInt8]) -> Void = { _ in }
    /// Changes the certificate and the relying party's expectation.
    var change: @Sendable (inout FormatDraft) -> Void = { _ in }

    /// Generating RSA keys is slow.
    private static let pair = Result { try FormatDraft.pair("safetynet", .rsa(bits: 2048)) }
    static let otherPair = Result { try FormatDraft.pair("other", .rsa(bits: 2048)) }

    func draft() throws -> FormatDraft {
        let (key, publicKey) = try Self.pair.get()
        var draft = FormatDraft(credential: try .of(.es256), algorithm: nil, certified: publicKey) { draft, x5c in
            .androidSafetyNet(
                AndroidSafetyNetStatement(
                    version: "12685023", response: try response(draft, draft.signer ?? key, x5c)))
        }
        draft.certificate.subject = DistinguishedName([.init(.commonName, "Example")])
        // dNSName [2].
        draft.certificate.extensions.append(.test("2.5.29.17", DER.sequence(DER.implicit(2, Array(host.utf8)))))
        change(&draft)
        return draft
    }

    private func response(_ draft: FormatDraft, _ key: SigningKey, _ x5c: [[UInt8]]) throws -> [UInt8] {
        var header: JSONObject = ["alg": "RS256", "x5c": .array(x5c.map { .string(Base64.encode($0)) })]
        changeHeader(&header)
        var payload: JSONObject = [
            "nonce": .string(Base64.encode(Digest.sha256(draft.message))), "timestampMs": timestampMs,
            "apkPackageName": "com.google.android.gms", "ctsProfileMatch": true, "basicIntegrity": true,
        ]
        changePayload(&payload)
        var text = JSON.object(payload).serialized()
        changeText(&text)
        let input = [JSON.object(header).serialized(), text].map { Base64URL.encode(Array($0.utf8)) }
            .joined(separator: ".")
        let signature = try key.sign(Array(input.utf8), scheme: .rsaPKCS1(.sha256))
        var response = Array("\(input).\(Base64URL.encode(signature))".utf8)
        changeResponse(&response)
        return response
    }

    func verdict(_ policy: VerificationPolicy = Expected.policy) throws -> Verdict<[AttestationConclusion]> {
        try draft().verdict(policy)
    }
}
