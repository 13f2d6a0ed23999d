import Testing
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

@Suite struct AuthenticationExtensionTests {
    private func get(
        _ extensions: JSONObject, allowing ids: [[UInt8]] = [FakeAuthenticator.credentialID],
        with authenticator: FakeAuthenticator
    ) async throws -> AuthenticationResponse {
        let options = PublicKeyCredentialRequestOptions(
            challenge: Array(0...15), rpID: "example.com", allowCredentials: ids.map { .init(id: $0) },
            extensions: extensions)
        return try await WebAuthnClient(
            authenticator: authenticator, interaction: Person.approving, clock: ManualClock()
        ).get(options)
    }

    @Test(
        "Extension inputs of an authentication are decoded for the authenticator",
        arguments: [
            ([:], .init()),
            (["prf": [:]], .init()),
            (["prf": ["eval": ["first": "AQ"]]], .init(prfEvaluation: .init(first: [1]))),
            (
                ["prf": ["eval": ["first": "AQ"], "evalByCredential": ["AQID": ["first": "Ag", "second": "Aw"]]]],
                .init(
                    prfEvaluation: .init(first: [1]),
                    prfEvaluationByCredential: [[1, 2, 3]: .init(first: [2], second: [3])])
            ),
            (["prf": ["evalByCredential": .null]], .init()),
            (["getCredBlob": true], .init(getCredBlob: true)),
            (["largeBlob": ["read": true]], .init(largeBlob: .read)),
            (["largeBlob": ["read": false]], .init()),
            (["payment": ["isPayment": true, "rpId": "example.com"]], .init(payment: true)),
            (["appid": "true", "credProps": 1, "minPinLength": 1], .init()),
        ] as [(JSONObject, AuthenticationExtensionInputs)])
    func inputs(extensions: JSONObject, expected: AuthenticationExtensionInputs) async throws {
        let authenticator = try FakeAuthenticator()
        _ = try await get(extensions, allowing: [[9], [1, 2, 3]], with: authenticator)
        #expect(authenticator.asked.asserting?.extensions == expected)
    }

    @Test("A large blob is written to the only allowed credential")
    func aLargeBlobIsWrittenToOneCredential() async throws {
        let authenticator = try FakeAuthenticator(asserted: .init(largeBlobWritten: true))
        let response = try await get(["largeBlob": ["write": "AQID"]], with: authenticator)
        #expect(authenticator.asked.asserting?.extensions == .init(largeBlob: .write([1, 2, 3])))
        #expect(response.clientExtensionResults == ["largeBlob": ["written": true]])
    }

    /// A browser writes `payment.get` for a payment that it has shown itself.
    @Test("A payment is signed as webauthn.get without an extension result")
    func aPaymentIsSignedAsAnyAuthentication() async throws {
        let response = try await get(["payment": ["isPayment": true]], with: FakeAuthenticator())
        #expect(String(decoding: response.clientDataJSON, as: UTF8.self).contains(#""type":"webauthn.get""#))
        #expect(response.clientExtensionResults.isEmpty)
    }

    @Test(
        "An authentication reports the outputs of requested extensions only",
        arguments: [
            (
                ["prf": ["eval": ["first": "AQ"]]], .init(prfResults: .init(first: [0xFB, 0xEF])),
                ["prf": ["results": ["first": "--8"]]]
            ),
            (["prf": ["eval": ["first": "AQ"]]], .init(), ["prf": [:]]),
            (["getCredBlob": true], .init(credBlob: [1]), ["getCredBlob": "AQ"]),
            (["getCredBlob": true], .init(), [:]),
            (["largeBlob": ["read": true]], .init(largeBlob: [1]), ["largeBlob": ["blob": "AQ"]]),
            (["largeBlob": ["read": true]], .init(), ["largeBlob": [:]]),
            (["largeBlob": ["write": "AQ"]], .init(), ["largeBlob": ["written": false]]),
            ([:], .init(prfResults: .init(first: [1]), credBlob: [1], largeBlob: [1], largeBlobWritten: true), [:]),
        ] as [(JSONObject, AuthenticationExtensionOutputs, JSON)])
    func results(extensions: JSONObject, outputs: AuthenticationExtensionOutputs, expected: JSON) async throws {
        let response = try await get(extensions, with: FakeAuthenticator(asserted: outputs))
        #expect(response.json()["clientExtensionResults"] == expected)
    }

    @Test(
        "A wrong extension input of an authentication is refused before the authenticator is asked",
        arguments: [
            (
                ["prf": ["evalByCredential": ["AQID": ["first": "AQ"]]]], [],
                "NotSupportedError: extensions.prf.evalByCredential needs the credentials that it names in "
                    + "allowCredentials"
            ),
            (
                ["prf": ["evalByCredential": ["AQ==": ["first": "AQ"]]]], [[1]],
                #"SyntaxError: extensions.prf.evalByCredential: found "AQ==", expected a credential ID as base64url"#
            ),
            (
                ["prf": ["evalByCredential": ["": ["first": "AQ"]]]], [[1]],
                #"SyntaxError: extensions.prf.evalByCredential: found "", expected a credential ID as base64url"#
            ),
            (
                ["prf": ["evalByCredential": ["AQID": ["first": "AQ"]]]], [[1]],
                #"SyntaxError: extensions.prf.evalByCredential: "AQID" is not in allowCredentials"#
            ),
            (
                ["prf": ["evalByCredential": ["AQ": ["second": "AQ"]]]], [[1]],
                "TypeError: extensions.prf.evalByCredential.AQ.first: found nothing, expected base64url"
            ),
            (
                ["prf": ["eval": "AQ"]], [[1]], #"TypeError: extensions.prf.eval: found "AQ", expected an object"#
            ),
            (
                ["largeBlob": ["support": "required"]], [[1]],
                "NotSupportedError: extensions.largeBlob.support belongs to registration, "
                    + "an authentication cannot have it"
            ),
            (
                ["largeBlob": ["read": true, "write": "AQ"]], [[1]],
                "NotSupportedError: extensions.largeBlob: read and write exclude each other"
            ),
            (
                ["largeBlob": ["write": "AQ"]], [],
                "NotSupportedError: extensions.largeBlob.write needs one credential in allowCredentials, found 0"
            ),
            (
                ["largeBlob": ["write": "AQ"]], [[1], [2]],
                "NotSupportedError: extensions.largeBlob.write needs one credential in allowCredentials, found 2"
            ),
            (
                ["largeBlob": ["write": "A"]], [[1]],
                #"TypeError: extensions.largeBlob.write: found "A", expected base64url without padding"#
            ),
            (
                ["getCredBlob": 1], [[1]],
                "TypeError: extensions.getCredBlob: found the number 1, expected true or false"
            ),
            (["payment": []], [[1]], "TypeError: extensions.payment: found an array, expected an object"),
        ] as [(JSONObject, [[UInt8]], String)])
    func refusals(extensions: JSONObject, allowed: [[UInt8]], line: String) async throws {
        let authenticator = try FakeAuthenticator()
        await expect(line) { try await get(extensions, allowing: allowed, with: authenticator) }
        #expect(authenticator.asked.asserting == nil)
    }
}
