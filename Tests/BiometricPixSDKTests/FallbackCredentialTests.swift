import BiometricPixSDK
import Testing
import ToqueEncoding
import ToqueWebAuthn

@Suite struct FallbackCredentialTests {
    private static let named: [UInt8] = [1, 1]
    private static let fallback: [UInt8] = [2, 2]

    private func sign(
        _ authenticator: StubAuthenticator, naming: [[UInt8]], fallback: String?,
        _ person: any UserInteraction = Person(gesture: .approve)
    ) async throws(BiometricPixError) -> AssertionResponse {
        let options: JSON = [
            "rpId": "belvo.com", "challenge": "R3dsT2REOE5oZ25JbVE",
            "allowCredentials": .array(naming.map { ["id": .base64URL($0), "type": "public-key"] }),
        ]
        return try await BiometricPixSDK(authenticator: authenticator, interaction: person)
            .startSigning(fidoResponseString: options.serialized(), fallbackCredential: fallback)
    }

    @Test("A credential that the options name takes precedence over the fallback")
    func theOptionsCredentialGoesFirst() async throws {
        let authenticator = StubAuthenticator(knowing: [Self.fallback, Self.named])
        let response = try await sign(
            authenticator, naming: [Self.named], fallback: Base64URL.encode(Self.fallback))
        #expect(Array(response.rawId) == Self.named)
        #expect(authenticator.asked == [[Self.named]])
    }

    @Test("The fallback signs if the options name only unknown credentials")
    func itServesWhereTheOptionsNameOnlyUnknownOnes() async throws {
        let authenticator = StubAuthenticator(knowing: [Self.fallback])
        let response = try await sign(
            authenticator, naming: [Self.named], fallback: Base64URL.encode(Self.fallback))
        #expect(Array(response.rawId) == Self.fallback)
        #expect(authenticator.asked == [[Self.named], [Self.fallback]])
    }

    @Test("The fallback signs if the options name no credential")
    func itServesWhereTheOptionsNameNone() async throws {
        let authenticator = StubAuthenticator(knowing: [Self.named, Self.fallback])
        let response = try await sign(authenticator, naming: [], fallback: Base64URL.encode(Self.fallback))
        #expect(Array(response.rawId) == Self.fallback)
        #expect(authenticator.asked == [[Self.fallback]])
    }

    @Test("A fallback ID may have Base64 padding")
    func paddingIsTolerated() async throws {
        let response = try await sign(StubAuthenticator(knowing: [Self.fallback]), naming: [], fallback: "AgI=")
        #expect(Array(response.rawId) == Self.fallback)
    }

    @Test("A declined gesture does not lead to the fallback")
    func aRefusalIsNotGotAround() async {
        let authenticator = StubAuthenticator(knowing: [Self.named, Self.fallback])
        await #expect(throws: BiometricPixError.ceremony(.init(.notAllowedError, "the person declined"))) {
            try await sign(
                authenticator, naming: [Self.named], fallback: Base64URL.encode(Self.fallback),
                Person(gesture: .decline))
        }
        #expect(authenticator.asked == [[Self.named]])
    }

    @Test("A key's requests for PIN and touch reach the person before the fallback signs")
    func aKeysQuestionsReachThePersonAndTheFallbackServes() async throws {
        let authenticator = StubAuthenticator(knowing: [Self.fallback], pin: [1, 2, 3, 4])
        let person = KeyHolder(pin: [1, 2, 3, 4])
        let response = try await sign(
            authenticator, naming: [Self.named], fallback: Base64URL.encode(Self.fallback), person)
        #expect(Array(response.rawId) == Self.fallback)
        #expect(person.touches == 2)
    }

    @Test(
        "A wrong or missing PIN does not lead to the fallback",
        arguments: [([9], "the PIN is wrong"), (nil, "the person gave no PIN")] as [([UInt8]?, String)])
    func noOtherCredentialCostsAnotherTryForThePIN(pin: [UInt8]?, sentence: String) async {
        let authenticator = StubAuthenticator(knowing: [Self.fallback], pin: [1, 2, 3, 4])
        await #expect(throws: BiometricPixError.ceremony(.init(.notAllowedError, sentence))) {
            try await sign(
                authenticator, naming: [Self.named], fallback: Base64URL.encode(Self.fallback), KeyHolder(pin: pin))
        }
        #expect(authenticator.asked == [[Self.named]])
    }

    @Test("Without a known credential, signing fails", arguments: [nil, Base64URL.encode([9])])
    func nobodyKnowsAny(fallback: String?) async {
        await #expect(throws: BiometricPixError.ceremony(.init(.notAllowedError, "no such credential here"))) {
            try await sign(StubAuthenticator(knowing: []), naming: [Self.named], fallback: fallback)
        }
    }

    @Test("A fallback that is not a credential ID is refused", arguments: ["", "no id!"])
    func aFallbackThatIsNoID(text: String) async {
        await #expect(throws: BiometricPixError.fallbackCredential) {
            try await sign(StubAuthenticator(), naming: [], fallback: text)
        }
    }
}
