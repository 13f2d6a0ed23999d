import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueTestSupport
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct CeremonyTests {
    private static var person: TestInteraction { TestInteraction(pins: "1234") }

    @Test("Capabilities are those that both the key and libfido2 support")
    func capabilitiesAreThoseOfTheKeyThatLibfido2CanCarry() async throws {
        let key = ScriptedKey(
            info: ScriptedKey.info(
                options: ["rk": true, "clientPin": true], algorithms: [-36, -8, -7, -47],
                more: [(9, ["usb", "nfc"])]))
        #expect(
            try await SecurityKey(key).capabilities()
                == AuthenticatorCapabilities(
                    aaguid: try #require(AAGUID([UInt8](1...16))), attachment: .crossPlatform,
                    transports: [.usb, .nfc],
                    algorithms: [.edDSA, .es256], attestationFormats: [.packed], residentKeys: true,
                    userVerification: true))
    }

    @Test("A key that reports little has the default capabilities")
    func keysThatSayLittleHaveTheDefaults() async throws {
        let key = ScriptedKey(info: [1: ["FIDO_2_0"], 3: .bytes([UInt8](repeating: 0, count: 16)), 4: ["plat": true]])
        let capabilities = try await SecurityKey(key).capabilities()
        #expect(capabilities.algorithms == [.es256])
        #expect(capabilities.transports == [.usb])
        #expect(capabilities.attachment == .platform)
        #expect(!capabilities.residentKeys)
        #expect(!capabilities.userVerification)
    }

    @Test("A registration sends its options to the key and returns the attestation object")
    func registrationPutsTheAttestationObjectTogether() async throws {
        let key = ScriptedKey { _ in .ok(ScriptedKey.credential()) }
        let made = try await SecurityKey(key).makeCredential(.sample(residentKey: true), interaction: Self.person)
        #expect(made.credentialID == [1, 2, 3, 4])
        #expect(made.isResidentKey == true)
        #expect(made.attestationObject.format == .packed)
        #expect(made.attestationObject.statement == .map(CBORMap([("alg", -7), ("sig", .bytes([1, 2, 3]))])))
        #expect(try AuthenticatorData(decoding: made.attestationObject.authenticatorData).signCount == 5)
        let sent = try #require(key.requests(0x01).first?.parameters)
        #expect(sent[1] == .bytes([UInt8](repeating: 3, count: 32)))
        #expect(sent[2] == ["id": "bank.example", "name": "Bank"])
        #expect(sent[3] == ["id": .bytes([1, 1]), "name": "ana", "displayName": "Ana"])
        #expect(sent[4] == [["alg": -7, "type": "public-key"]])
        #expect(sent[7] == ["rk": true])
        #expect(sent[5] == nil && sent[6] == nil && sent[8] == nil)
    }

    @Test("Registration extensions are sent to the key and their results are reported")
    func registrationExtensionsAreAskedForAndReported() async throws {
        let key = ScriptedKey(
            info: ScriptedKey.info(
                options: ["rk": true, "largeBlobs": true],
                extensions: ["credBlob", "credProtect", "hmac-secret", "largeBlobKey", "minPinLength"],
                more: [(0x0F, 32)])
        ) { _ in
            .ok(
                ScriptedKey.credential(
                    extensions: CBORMap([
                        ("credBlob", true), ("credProtect", 3), ("hmac-secret", true), ("minPinLength", 6),
                    ]), largeBlobKey: [UInt8](repeating: 8, count: 32)))
        }
        let made = try await SecurityKey(key).makeCredential(
            .sample(
                residentKey: true,
                extensions: RegistrationExtensionInputs(
                    credentialProtectionPolicy: .userVerificationRequired, enforceCredentialProtectionPolicy: true,
                    prf: true, prfEvaluation: PRFValues(first: [1]), credBlob: [5, 5], largeBlob: .required,
                    minPinLength: true)), interaction: Self.person)
        #expect(
            made.extensions
                == RegistrationExtensionOutputs(prfEnabled: true, credBlob: true, largeBlobSupported: true))
        #expect(
            key.requests(0x01).first?.parameters[6] == [
                "credBlob": .bytes([5, 5]), "credProtect": 3, "hmac-secret": true, "largeBlobKey": true,
                "minPinLength": true,
            ])
        let data = try AuthenticatorData(decoding: made.attestationObject.authenticatorData)
        #expect(data.extensions?["minPinLength"] == 6)
    }

    @Test("Extensions that the key lacks are not sent and are reported as unsupported")
    func extensionsThatTheKeyLacksAreReportedSo() async throws {
        let key = ScriptedKey { _ in .ok(ScriptedKey.credential()) }
        let made = try await SecurityKey(key).makeCredential(
            .sample(
                extensions: RegistrationExtensionInputs(
                    credentialProtectionPolicy: .userVerificationRequired, prf: true, credBlob: [5],
                    largeBlob: .preferred, minPinLength: true)), interaction: Self.person)
        #expect(
            made.extensions
                == RegistrationExtensionOutputs(prfEnabled: false, credBlob: false, largeBlobSupported: false))
        #expect(key.requests(0x01).first?.parameters[6] == nil)
    }

    @Test(
        "A required extension that the key lacks is refused before the key is asked",
        arguments: [
            RegistrationExtensionInputs(largeBlob: .required), RegistrationExtensionInputs(payment: true),
            RegistrationExtensionInputs(
                credentialProtectionPolicy: .userVerificationRequired, enforceCredentialProtectionPolicy: true),
        ])
    func requiredExtensionsThatCannotBeHadAreRefused(_ extensions: RegistrationExtensionInputs) async {
        let key = ScriptedKey()
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(key).makeCredential(.sample(extensions: extensions), interaction: Self.person)
        }
        #expect(error?.name == .notSupportedError)
        #expect(key.requests.isEmpty)
    }

    @Test("A registration without a common algorithm is refused before the key is asked")
    func algorithmsThatTheKeyLacksAreRefusedBeforeItIsAsked() async {
        let key = ScriptedKey(info: ScriptedKey.info(algorithms: [-8]))
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(key).makeCredential(.sample(), interaction: Self.person)
        }
        #expect(error?.name == .notSupportedError)
        #expect(error?.message.contains("EdDSA (-8)") == true)
        #expect(error?.message.contains(FIDOLibrary.name) == true)
        #expect(key.requests.isEmpty)
    }

    @Test("An authentication asks for one touch and returns the key's assertion")
    func signingGivesTheKeysAnswer() async throws {
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion(user: [1, 1])) }
        let person = TestInteraction()
        let signed = try await SecurityKey(key).getAssertion(.sample(), interaction: person)
        #expect(signed.credentialID == [1, 2, 3, 4])
        #expect(signed.signature == [4, 5, 6])
        #expect(signed.userHandle == [1, 1])
        #expect(try AuthenticatorData(decoding: signed.authenticatorData).signCount == 6)
        #expect(
            person.askedTouches
                == [GesturePrompt(operation: .authenticate, rpID: "bank.example", verification: .none)])
        #expect(person.askedPINs.isEmpty)
    }

    @Test("A silent assertion asks for no touch")
    func aSilentAssertionAsksForNoTouch() async throws {
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion()) }
        let person = TestInteraction()
        let signed = try await SecurityKey(key).getSilentAssertion(.sample(allow: [[1, 2, 3, 4]]), interaction: person)
        #expect(signed.signature == [4, 5, 6])
        #expect(person.askedTouches.isEmpty)
        #expect(key.requests(0x02).map { $0.parameters[5] } == [["up": false]])
    }

    @Test("A credBlob is requested from the key and returned")
    func credentialBlobsAreRead() async throws {
        let key = ScriptedKey(info: ScriptedKey.info(extensions: ["credBlob"])) { _ in
            .ok(ScriptedKey.assertion(extensions: CBORMap([("credBlob", .bytes([5, 5]))])))
        }
        let signed = try await SecurityKey(key).getAssertion(
            .sample(extensions: AuthenticationExtensionInputs(getCredBlob: true)), interaction: Self.person)
        #expect(signed.extensions == AuthenticationExtensionOutputs(credBlob: [5, 5]))
        #expect(key.requests(0x02).first?.parameters[4] == ["credBlob": true])
    }

    /// For prf inputs by credential, the client first asks which of the allowed credentials the key has.
    @Test("prf evaluates the inputs of the allowed credential that is on the key")
    func secretsAreOfTheCredentialThatIsOnTheKey() async throws {
        let key = ScriptedKey(
            info: ScriptedKey.info(options: ["clientPin": true], extensions: ["hmac-secret"])
        ) { request in
            switch request.command {
            case 0x06: return ScriptedKey.clientPIN(request, retries: 8, token: ScriptedKey.token)
            case 0x02 where request.parameters[5]?.mapValue?["up"] == false:
                return .ok(ScriptedKey.assertion(id: [2, 2]))
            default:
                let results: CBOR = .bytes([UInt8](repeating: 1, count: 64))
                return .ok(ScriptedKey.assertion(id: [2, 2], extensions: CBORMap([("hmac-secret", results)])))
            }
        }
        let signed = try await SecurityKey(key).getAssertion(
            .sample(
                allow: [[1, 1], [2, 2]],
                extensions: AuthenticationExtensionInputs(
                    prfEvaluation: PRFValues(first: [9]),
                    prfEvaluationByCredential: [[2, 2]: PRFValues(first: [7], second: [8])])),
            interaction: Self.person)
        #expect(signed.extensions.prfResults?.first.count == 32)
        #expect(signed.extensions.prfResults?.second?.count == 32)
        let sent = try #require(key.requests(0x02).last?.parameters)
        #expect(sent[3] == [["id": .bytes([2, 2]), "type": "public-key"]])
        // Two encrypted salts.
        #expect(sent[4]?.mapValue?["hmac-secret"]?.mapValue?[2]?.bytesValue?.count == 64)
    }

    /// prf requires a verified user (section 10.1.4), which a key without a PIN cannot provide.
    @Test("A key that cannot verify its user gives no prf results")
    func aKeyThatCannotVerifyItsUserGivesNoSecret() async throws {
        let key = ScriptedKey(info: ScriptedKey.info(extensions: ["hmac-secret"])) { _ in .ok(ScriptedKey.assertion()) }
        let signed = try await SecurityKey(key).getAssertion(
            .sample(extensions: AuthenticationExtensionInputs(prfEvaluation: PRFValues(first: [9]))),
            interaction: Self.person)
        #expect(signed.extensions.prfResults == nil)
        #expect(key.requests(0x02).first?.parameters[4] == nil)
    }

    @Test("A long list of allowed credentials is split into parts that the key accepts")
    func longListsAreSearchedInParts() async throws {
        let ids = (0..<40).map { [UInt8](repeating: UInt8($0), count: 64) }
        let key = ScriptedKey(info: ScriptedKey.info(more: [(5, 1200), (7, 8)])) { request in
            let listed = request.parameters[3]?.arrayValue?.compactMap { $0.mapValue?["id"]?.bytesValue } ?? []
            return listed.contains(ids[33]) ? .ok(ScriptedKey.assertion(id: ids[33])) : .status(.noCredentials)
        }
        let signed = try await SecurityKey(key).getAssertion(.sample(allow: ids), interaction: Self.person)
        #expect(signed.credentialID == ids[33])
        let sizes = key.requests(0x02).compactMap { $0.parameters[3]?.arrayValue?.count }
        #expect(sizes == [8, 8, 8, 8, 8, 1])
        #expect(key.requests(0x02).dropLast().allSatisfy { $0.parameters[5] == ["up": false] })
    }

    @Test("A long list of excluded credentials shrinks to the one on the key")
    func longListsOfExcludedCredentialsShrinkToTheOneOnTheKey() async throws {
        let ids = (0..<20).map { [UInt8](repeating: UInt8($0), count: 64) }
        let key = ScriptedKey(info: ScriptedKey.info(more: [(5, 1200)])) { request in
            guard request.command == 0x02 else { return .status(.credentialExcluded) }
            let listed = request.parameters[3]?.arrayValue?.compactMap { $0.mapValue?["id"]?.bytesValue } ?? []
            return listed.contains(ids[19]) ? .ok(ScriptedKey.assertion(id: ids[19])) : .status(.noCredentials)
        }
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(key).makeCredential(.sample(exclude: ids), interaction: Self.person)
        }
        #expect(error?.name == .invalidStateError)
        #expect(key.requests(0x01).first?.parameters[5] == [["id": .bytes(ids[19]), "type": "public-key"]])
    }

    @Test("A key with none of the allowed credentials is refused without a touch")
    func noneOfManyAllowedCredentialsIsAnErrorAtOnce() async {
        let key = ScriptedKey(info: ScriptedKey.info(more: [(7, 1)])) { _ in .status(.noCredentials) }
        let person = TestInteraction()
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(key).getAssertion(.sample(allow: [[1], [2]]), interaction: person)
        }
        #expect(error?.name == .notAllowedError)
        #expect(person.askedTouches.isEmpty)
    }
}
