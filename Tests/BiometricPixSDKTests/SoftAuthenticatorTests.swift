import BiometricPixSDK
import SoftAuthenticator
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The guide's two calls with a software authenticator.
@Suite struct SoftAuthenticatorTests {
    @Test("A software authenticator of each profile enrolls and signs a payment", arguments: AuthenticatorProfile.all)
    func anEnrollmentAndAPayment(profile: AuthenticatorProfile) async throws {
        let authenticator = SoftAuthenticator(
            profile: profile, storage: MemoryCredentialStore(), random: SeededRandom(seed: profile.name))
        let sdk = BiometricPixSDK(authenticator: authenticator, interaction: ScriptedInteraction(.approve))

        let attestation = try await sdk.startRegistration(fidoResponseString: GuideOptions.registration())
        let object = try AttestationObject(decoding: Array(try #require(attestation.rawAttestationObject)))
        #expect(object.format == .none)
        let made = try AuthenticatorData(decoding: object.authenticatorData)
        let credential = try #require(made.attestedCredentialData)
        #expect(Base64URL.encode(credential.credentialID) == attestation.encodedId)
        #expect(credential.aaguid == profile.aaguid)

        let assertion = try await sdk.startSigning(
            fidoResponseString: #"{"fido_options": \#(GuideOptions.signing(attestation.encodedId))}"#,
            fallbackCredential: nil)
        #expect(assertion.encodedId == attestation.encodedId)
        // A credential that is not discoverable does not store the user handle.
        #expect(assertion.encodedUserHandle == (profile.residentKeys == .always ? GuideOptions.userID : ""))
        let data = Array(try #require(assertion.authenticatorData))
        let key = try COSEKey(decoding: credential.credentialPublicKey)
        #expect(
            try key.verifyingKey().verify(
                Array(try #require(assertion.signature)), of: data + Digest.sha256(Array(assertion.clientDataJSON))))
    }

    @Test("The fallback signs if the authenticator does not know the named credential")
    func theFallbackServesAnAuthenticatorThatKnowsNoOther() async throws {
        let authenticator = SoftAuthenticator(storage: MemoryCredentialStore())
        let sdk = BiometricPixSDK(authenticator: authenticator, interaction: ScriptedInteraction(.approve))
        let made = try await sdk.startRegistration(fidoResponseString: GuideOptions.registration())
        let options = GuideOptions.signing("AQ")
        let response = try await sdk.startSigning(fidoResponseString: options, fallbackCredential: made.encodedId)
        #expect(response.rawId == made.rawId)
        await #expect(throws: BiometricPixError.self) {
            try await sdk.startSigning(fidoResponseString: options, fallbackCredential: nil)
        }
    }
}
