import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

/// The test vectors of WebAuthn Level 3, section 16.
@Suite(.enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
struct PublishedVectorsTests {
    @Test("The W3C test vectors round-trip, and their assertion signatures verify")
    func readAndWrittenAgain() throws {
        let corpus = JSONReader(try Corpora.load("w3c-webauthn-l3.json"))
        let rpIDHash = Digest.sha256(try corpus.member("common").member("rpId").string())
        var verified = 0
        for vector in try corpus.member("cases").elements() {
            let id = try vector.member("id").string()
            let registration = try vector.member("registration").member("fields")
            let authentication = try vector.member("authentication").member("fields")

            let objectBytes = try registration.hex("attestationObject")
            let object = try AttestationObject(decoding: objectBytes)
            #expect(object.encoded == objectBytes, "\(id)")
            let data = try AuthenticatorData(decoding: object.authenticatorData)
            #expect(data.encoded == object.authenticatorData && data.rpIDHash == rpIDHash)
            let attested = try #require(data.attestedCredentialData)
            #expect(try attested.credentialID == registration.hex("credential_id"))

            let signed = try authentication.hex("authenticatorData")
            #expect(try AuthenticatorData(decoding: signed).encoded == signed)
            for (fields, type) in [(registration, "webauthn.create"), (authentication, "webauthn.get")] {
                let client = try CollectedClientData(parsing: fields.hex("clientDataJSON"))
                #expect(try client.type == type && client.challenge == Base64URL.encode(fields.hex("challenge")))
                #expect(try client.origin == vector.member("origin").string())
                // Some vectors add a member after the serialization's, in place of its closing brace.
                let prefix = client.serialized.dropLast()
                #expect(try fields.hex("clientDataJSON").starts(with: prefix), "\(id)")
            }

            let key = try COSEKey(decoding: attested.credentialPublicKey)
            #expect(key.encoded == attested.credentialPublicKey)
            let message = signed + Digest.sha256(try authentication.hex("clientDataJSON"))
            #expect(try key.verifyingKey().verify(authentication.hex("signature"), of: message), "\(id)")
            verified += 1
        }
        #expect(verified == 15)
    }
}
