import Testing
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

@Suite struct RegistrationExtensionTests {
    private func create(_ extensions: JSONObject, with authenticator: FakeAuthenticator) async throws -> JSON {
        let options = PublicKeyCredentialCreationOptions(
            rp: .init(id: "example.com", name: "Example"), user: .init(id: [1], name: "ana", displayName: "Ana"),
            challenge: Array(0...15), pubKeyCredParams: [.es256], extensions: extensions)
        let client = WebAuthnClient(authenticator: authenticator, interaction: Person.approving, clock: ManualClock())
        return .object(try await client.create(options).clientExtensionResults)
    }

    @Test(
        "Extension inputs of a registration are decoded for the authenticator",
        arguments: [
            ([:], .init()),
            (["prf": [:]], .init(prf: true)),
            (["prf": .null, "largeBlob": .null, "credBlob": .null], .init()),
            (
                ["prf": ["eval": ["first": "AQ", "second": ""]]],
                .init(prf: true, prfEvaluation: .init(first: [1], second: []))
            ),
            (
                ["credentialProtectionPolicy": "userVerificationOptional"],
                .init(credentialProtectionPolicy: .userVerificationOptional)
            ),
            (
                ["credentialProtectionPolicy": "userVerificationOptionalWithCredentialIDList"],
                .init(credentialProtectionPolicy: .userVerificationOptionalWithCredentialIDList)
            ),
            (
                [
                    "credentialProtectionPolicy": "userVerificationRequired", "enforceCredentialProtectionPolicy": true,
                ],
                .init(
                    credentialProtectionPolicy: .userVerificationRequired, enforceCredentialProtectionPolicy: true)
            ),
            (["credBlob": "AQID"], .init(credBlob: [1, 2, 3])),
            (["largeBlob": [:]], .init(largeBlob: .preferred)),
            (["largeBlob": ["support": "required"]], .init(largeBlob: .required)),
            (["minPinLength": true], .init(minPinLength: true)),
            (["minPinLength": false], .init()),
            (["payment": ["isPayment": true, "payeeName": "Banco Aurora"]], .init(payment: true)),
            (["payment": [:]], .init()),
            (["appid": "true", "credProps": "true", "getCredBlob": 7], .init()),
        ] as [(JSONObject, RegistrationExtensionInputs)])
    func inputs(extensions: JSONObject, expected: RegistrationExtensionInputs) async throws {
        let authenticator = try FakeAuthenticator()
        _ = try await create(extensions, with: authenticator)
        #expect(authenticator.asked.making?.extensions == expected)
    }

    @Test(
        "A registration reports the outputs of requested extensions only",
        arguments: [
            (["prf": [:]], .init(prfEnabled: true), ["prf": ["enabled": true]]),
            (["prf": [:]], .init(), ["prf": ["enabled": false]]),
            (
                ["prf": ["eval": ["first": "AQ"]]],
                .init(prfEnabled: true, prfResults: .init(first: [0xFB, 0xEF], second: [2])),
                ["prf": ["enabled": true, "results": ["first": "--8", "second": "Ag"]]]
            ),
            (["largeBlob": [:]], .init(largeBlobSupported: true), ["largeBlob": ["supported": true]]),
            (["largeBlob": [:]], .init(), ["largeBlob": ["supported": false]]),
            (["credBlob": "AQ"], .init(credBlob: true), ["credBlob": true]),
            (["credBlob": "AQ"], .init(credBlob: false), ["credBlob": false]),
            (["credBlob": "AQ"], .init(), [:]),
            (["credProps": true], .init(), ["credProps": ["rk": false]]),
            // Extensions that were not requested have no output.
            ([:], .init(prfEnabled: true, credBlob: true, largeBlobSupported: true), [:]),
            (
                ["credentialProtectionPolicy": "userVerificationRequired", "minPinLength": true, "payment": [:]],
                .init(), [:]
            ),
        ] as [(JSONObject, RegistrationExtensionOutputs, JSON)])
    func results(extensions: JSONObject, outputs: RegistrationExtensionOutputs, expected: JSON) async throws {
        #expect(try await create(extensions, with: FakeAuthenticator(made: outputs)) == expected)
    }

    @Test(
        "A wrong extension input of a registration is refused before the authenticator is asked",
        arguments: [
            (["prf": true], "TypeError: extensions.prf: found true, expected an object"),
            (["prf": ["eval": [:]]], "TypeError: extensions.prf.eval.first: found nothing, expected base64url"),
            (
                ["prf": ["eval": ["first": "AQ=="]]],
                #"TypeError: extensions.prf.eval.first: found "AQ==", expected base64url without padding"#
            ),
            (
                ["prf": ["evalByCredential": [:]]],
                "NotSupportedError: extensions.prf.evalByCredential belongs to authentication, "
                    + "a registration cannot have it"
            ),
            (
                ["largeBlob": ["read": false]],
                "NotSupportedError: extensions.largeBlob.read belongs to authentication, a registration cannot have it"
            ),
            (
                ["largeBlob": ["write": "AQ"]],
                "NotSupportedError: extensions.largeBlob.write belongs to authentication, a registration cannot have it"
            ),
            (
                ["largeBlob": ["support": "maybe"]],
                #"TypeError: extensions.largeBlob.support: found "maybe", expected required or preferred"#
            ),
            (
                ["credentialProtectionPolicy": "high"],
                #"TypeError: extensions.credentialProtectionPolicy: found "high", expected userVerificationOptional, "#
                    + "userVerificationOptionalWithCredentialIDList, userVerificationRequired"
            ),
            (
                ["enforceCredentialProtectionPolicy": "true"],
                #"TypeError: extensions.enforceCredentialProtectionPolicy: found "true", expected true or false"#
            ),
            (["credBlob": [1]], "TypeError: extensions.credBlob: found an array, expected a string"),
            (["minPinLength": 4], "TypeError: extensions.minPinLength: found the number 4, expected true or false"),
            (["payment": true], "TypeError: extensions.payment: found true, expected an object"),
            (
                ["payment": ["isPayment": "yes"]],
                #"TypeError: extensions.payment.isPayment: found "yes", expected true or false"#
            ),
        ] as [(JSONObject, String)])
    func refusals(extensions: JSONObject, line: String) async throws {
        let authenticator = try FakeAuthenticator()
        await expect(line) { try await create(extensions, with: authenticator) }
        #expect(authenticator.asked.making == nil)
    }
}
