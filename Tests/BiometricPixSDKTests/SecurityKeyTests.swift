import BiometricPixSDK
import SecurityKey
import SoftAuthenticator
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn
import VirtualKey

/// The guide's two calls with a security key, through libfido2.
@Suite struct SecurityKeyTests {
    @Test("A security key enrolls and signs a payment through libfido2")
    func anEnrollmentAndAPayment() async throws {
        let storage = MemoryCredentialStore()
        #expect(try storage.provisionPIN(SecretBytes(copying: "1234".utf8)) == .set)
        let soft = SoftAuthenticator(profile: .securityKey, storage: storage)
        let device = CTAPHIDDevice(processor: soft.ctapProcessor(interaction: ScriptedInteraction(.approve)))
        let key = SecurityKey(location: .transport(device.loopback, name: "the test's key"))
        let holder = KeyHolder(pin: Array("1234".utf8))
        let sdk = BiometricPixSDK(authenticator: key, interaction: holder)

        let attestation = try await sdk.startRegistration(fidoResponseString: GuideOptions.registration())
        let object = try AttestationObject(decoding: Array(try #require(attestation.rawAttestationObject)))
        let made = try AuthenticatorData(decoding: object.authenticatorData)
        #expect(made.flags.isSuperset(of: [.userPresent, .userVerified]))
        #expect(holder.touches > 0)
        let credential = try #require(made.attestedCredentialData)
        #expect(credential.aaguid == AuthenticatorProfile.securityKey.aaguid)

        let assertion = try await sdk.startSigning(
            fidoResponseString: GuideOptions.signing(attestation.encodedId), fallbackCredential: nil)
        #expect(assertion.encodedId == attestation.encodedId)
        let data = Array(try #require(assertion.authenticatorData))
        #expect(
            try COSEKey(decoding: credential.credentialPublicKey).verifyingKey().verify(
                Array(try #require(assertion.signature)), of: data + Digest.sha256(Array(assertion.clientDataJSON))))
    }
}
