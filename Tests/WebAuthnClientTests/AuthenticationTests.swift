import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

@Suite struct AuthenticationTests {
    private static func options(
        _ change: (inout PublicKeyCredentialRequestOptions) -> Void = { _ in }
    ) -> PublicKeyCredentialRequestOptions {
        var options = PublicKeyCredentialRequestOptions(
            challenge: Array(repeating: 0xFF, count: 32), rpID: "belvo.com",
            allowCredentials: [.init(id: FakeAuthenticator.credentialID)])
        change(&options)
        return options
    }

    private func client(
        _ authenticator: FakeAuthenticator, _ person: any UserInteraction = Person.approving
    ) -> WebAuthnClient {
        WebAuthnClient(authenticator: authenticator, interaction: person, clock: ManualClock())
    }

    @Test("An authentication has the expected client data and a signature that verifies")
    func clientDataByteForByteAndASignatureThatVerifies() async throws {
        let authenticator = try FakeAuthenticator()
        let response = try await client(authenticator).get(Self.options())
        let expected =
            #"{"type":"webauthn.get","challenge":"\#(String(repeating: "_", count: 42))8","#
            + #""origin":"https://belvo.com","crossOrigin":false}"#
        #expect(String(decoding: response.clientDataJSON, as: UTF8.self) == expected)
        let signed = response.authenticatorData + Digest.sha256(expected)
        #expect(try authenticator.publicKey.verifyingKey().verify(response.signature, of: signed))
        #expect(response.credentialID == FakeAuthenticator.credentialID)
        #expect(response.authenticatorAttachment == .platform)
        #expect(response.userHandle == nil)
        #expect(response.json()["response"]?["userHandle"] == nil)
    }

    @Test("The authenticator gets the origin's host if there is no rpId")
    func theRequestToTheAuthenticator() async throws {
        let authenticator = try FakeAuthenticator()
        _ = try await client(authenticator).get(
            Self.options { $0.rpID = nil }, origin: try Origin("https://app.belvo.com"))
        let request = try #require(authenticator.asked.asserting)
        #expect(request.rpID == "app.belvo.com")
        #expect(request.allowCredentials == [.init(id: FakeAuthenticator.credentialID)])
        #expect(request.requireUserVerification)
    }

    /// The guide's user.id, a UUID's text, is returned as the same text.
    @Test("A UUID in user.id comes back in userHandle as the same text")
    func theUUIDComesBackInUserHandle() async throws {
        let authenticator = try FakeAuthenticator()
        let registration = try OptionsReader().creationOptions(try Samples.guide("registration-options"))
        let signing = try OptionsReader().requestOptions(try Samples.guide("signing-options"))
        let client = client(authenticator)
        _ = try await client.create(registration.options)
        let response = try await client.get(signing.options)
        #expect(response.json()["response"]?["userHandle"]?.stringValue == Samples.userID)
    }

    @Test(
        "User verification is asked for if it is required, or preferred and supported",
        arguments: [
            (UserVerificationRequirement.required, true, true), (.preferred, true, true), (.preferred, false, false),
            (.discouraged, true, false),
        ])
    func userVerification(wanted: UserVerificationRequirement, able: Bool, expected: Bool) async throws {
        let authenticator = try FakeAuthenticator(FakeAuthenticator.able(userVerification: able))
        _ = try await client(authenticator).get(Self.options { $0.userVerification = wanted })
        #expect(authenticator.asked.asserting?.requireUserVerification == expected)
    }

    @Test("Required user verification is refused if the authenticator has none")
    func userVerificationThatCannotBeHad() async throws {
        let authenticator = try FakeAuthenticator(FakeAuthenticator.able(userVerification: false))
        await expect(
            "NotAllowedError: userVerification is required, but this authenticator cannot verify its user"
        ) { try await client(authenticator).get(Self.options { $0.userVerification = .required }) }
        #expect(authenticator.asked.asserting == nil)
    }

    @Test("An authentication for an RP ID outside the origin's scope is refused")
    func anRPIDOfOthers() async throws {
        await expect(
            #"SecurityError: rpId "belvo.com" is neither the origin's host "belvo.com.evil.example" "#
                + "nor a domain above it"
        ) {
            try await client(FakeAuthenticator()).get(
                Self.options(), origin: try Origin("https://belvo.com.evil.example"))
        }
    }

    @Test("An authentication that the person declines is not allowed")
    func declining() async throws {
        await expect("NotAllowedError: the person declined") {
            try await client(FakeAuthenticator(), Person.declining).get(Self.options())
        }
    }
}
