import Attestation
import SoftAuthenticator
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import SecurityKey

/// The software authenticator as a device, used through libfido2, which verifies its output.
@Suite struct SoftAuthenticatorTests {
    /// A software key, in the process and through libfido2.
    private struct Device {
        let soft: SoftAuthenticator
        let transport: ScriptedKey
        let key: SecurityKey

        init(_ profile: AuthenticatorProfile = .securityKey, attestation: AttestationSource = .selfSigned) {
            // A frozen clock, so that a reset is allowed however busy the machine is.
            soft = SoftAuthenticator(
                profile: profile, storage: MemoryCredentialStore(), uptime: { .zero }, attestation: attestation)
            transport = ScriptedKey(soft.ctapProcessor(interaction: ScriptedInteraction(.approve)))
            key = SecurityKey(transport)
        }

        func manager(_ person: TestInteraction) -> KeyManager {
            KeyManager(location: .transport(transport, name: "the test's key"), interaction: person)
        }

        func setPIN(_ pin: String) async throws {
            try await manager(TestInteraction()).setPIN(SecretBytes(copying: pin.utf8))
        }
    }

    enum Setup: CaseIterable {
        case plain, withPIN, certifiedWithPIN
    }

    private static func request(_ algorithm: COSEAlgorithm = .es256, user: UInt8 = 1) -> MakeCredentialRequest {
        var request = MakeCredentialRequest.sample()
        request.algorithms = [algorithm]
        request.user.id = [user]
        return request
    }

    @Test(
        "libfido2 verifies what the software authenticator makes and signs",
        arguments: [COSEAlgorithm.es256, .es384, .edDSA, .rs256], Setup.allCases)
    func libfido2AcceptsWhatItMakes(_ algorithm: COSEAlgorithm, _ setup: Setup) async throws {
        let withPIN = setup != .plain
        let certified = setup == .certifiedWithPIN
        let profile: AuthenticatorProfile = algorithm == .rs256 ? .windows : .securityKey
        let secret = AttestationAuthority.makeSecret(random: SystemRandom(), now: .now())
        let identity = try AttestationAuthority(secret: secret).identity(for: profile.aaguid)
        let device = Device(profile, attestation: certified ? .certified(identity) : .selfSigned)
        if withPIN { try await device.setPIN("1234") }
        let person = TestInteraction(pins: "1234")
        var creation = Self.request(algorithm)
        creation.requireUserVerification = withPIN
        let made = try await device.key.makeCredential(creation, interaction: person)
        #expect((made.attestationObject.statement.mapValue?["x5c"] != nil) == certified)
        #expect(try Judge.verdict(on: made, creation) == .ok)
        let request = GetAssertionRequest.sample(allow: [made.credentialID], userVerification: withPIN)
        let signed = try await device.key.getAssertion(request, interaction: person)
        #expect(signed.credentialID == made.credentialID)
        #expect(try Judge.verdict(on: signed, request, of: made) == .ok)
        var other = request
        other.clientDataHash[0] ^= 1
        #expect(try Judge.verdict(on: signed, other, of: made) != .ok)
        let flags = try AuthenticatorData(decoding: signed.authenticatorData).flags
        #expect(flags.contains(.userVerified) == withPIN)
    }

    @Test("Capabilities through libfido2 are those of the profile")
    func capabilitiesAreTheProfiles() async throws {
        let device = Device()
        let capabilities = try await device.key.capabilities()
        #expect(capabilities.aaguid == AuthenticatorProfile.securityKey.aaguid)
        #expect(capabilities.algorithms == [.es256, .es384, .edDSA])
        #expect(capabilities.residentKeys)
        #expect(!capabilities.userVerification)
        try await device.setPIN("1234")
        #expect(try await device.key.capabilities().userVerification)
    }

    @Test("prf results through libfido2 equal those in the process")
    func secretsAreThoseOfTheOtherFace() async throws {
        let device = Device(.windows)
        try await device.setPIN("1234")
        let person = TestInteraction(pins: "1234")
        var creation = Self.request()
        creation.requireResidentKey = true
        creation.extensions.prf = true
        let made = try await device.key.makeCredential(creation, interaction: person)
        #expect(made.extensions.prfEnabled == true)
        let request = GetAssertionRequest.sample(
            allow: [made.credentialID],
            extensions: AuthenticationExtensionInputs(prfEvaluation: PRFValues(first: [1], second: [2, 3])))
        let outside = try await device.key.getAssertion(request, interaction: person)
        let inside = try await device.soft.getAssertion(request, interaction: ScriptedInteraction(.approve))
        #expect(outside.extensions.prfResults != nil)
        #expect(outside.extensions.prfResults == inside.extensions.prfResults)
        #expect(outside.userHandle == [1])
    }

    @Test("Excluded and allowed credentials are found in long lists")
    func excludedCredentialsAreFoundInLongListsToo() async throws {
        let device = Device()
        let made = try await device.key.makeCredential(Self.request(), interaction: TestInteraction())
        let others = (0..<100).map { PublicKeyCredentialDescriptor(id: [UInt8](repeating: $0, count: 200)) }
        for list in [[], others] {
            var request = Self.request(user: 2)
            request.excludeCredentials = list + [PublicKeyCredentialDescriptor(id: made.credentialID)]
            let error = await #expect(throws: WebAuthnError.self) {
                try await device.key.makeCredential(request, interaction: TestInteraction())
            }
            #expect(error?.name == .invalidStateError)
        }
        let signed = try await device.key.getAssertion(
            .sample(allow: others.map(\.id) + [made.credentialID]), interaction: TestInteraction())
        #expect(signed.credentialID == made.credentialID)
    }

    @Test("A credential that requires user verification is found only with the PIN")
    func protectedCredentialsAreFoundWithThePIN() async throws {
        let device = Device()
        try await device.setPIN("1234")
        let person = TestInteraction(pins: "1234")
        var creation = Self.request()
        creation.requireUserVerification = true
        creation.extensions.credentialProtectionPolicy = .userVerificationRequired
        let made = try await device.key.makeCredential(creation, interaction: person)
        let data = try AuthenticatorData(decoding: made.attestationObject.authenticatorData)
        #expect(data.extensions?["credProtect"] == 3)
        let ids = (0..<100).map { [UInt8](repeating: $0, count: 200) } + [made.credentialID]
        await #expect(throws: WebAuthnError.self) {
            try await device.key.getAssertion(.sample(allow: ids), interaction: person)
        }
        let signed = try await device.key.getAssertion(.sample(allow: ids, userVerification: true), interaction: person)
        #expect(signed.credentialID == made.credentialID)
    }

    @Test("Three wrong PINs lock the key, and the error says to unplug it")
    func threeWrongPINsLockTheKeyUntilItIsPluggedInAnew() async throws {
        let device = Device()
        try await device.setPIN("1234")
        let person = TestInteraction(pins: "1111", "2222", "3333", "4444")
        let request = GetAssertionRequest.sample(userVerification: true)
        let error = await #expect(throws: WebAuthnError.self) {
            try await device.key.getAssertion(request, interaction: person)
        }
        #expect(person.askedPINs.map(\.retriesLeft) == [8, 7, 6])
        #expect(error?.message.contains("unplug") == true)
    }

    @Test("A key's PIN and credentials are managed through libfido2, and a reset removes the PIN")
    func aKeyIsLookedAfter() async throws {
        let device = Device()
        let person = TestInteraction(pins: "1234")
        let manager = device.manager(person)
        var info = try await manager.info()
        #expect(info.versions == ["U2F_V2", "FIDO_2_0", "FIDO_2_1_PRE", "FIDO_2_1", "FIDO_2_3"])
        #expect(info.options["clientPin"] == false)
        #expect(info.pinRetries == nil)

        let none = await #expect(throws: WebAuthnError.self) { try await manager.credentials() }
        #expect(none?.message.contains("set one") == true)
        let short = await #expect(throws: WebAuthnError.self) {
            try await manager.setPIN(SecretBytes(copying: "ãéí".utf8))
        }
        #expect(short?.name == .constraintError)
        try await manager.setPIN(SecretBytes(copying: "1234".utf8))
        let twice = await #expect(throws: WebAuthnError.self) {
            try await manager.setPIN(SecretBytes(copying: "1234".utf8))
        }
        #expect(twice?.name == .invalidStateError)
        info = try await manager.info()
        #expect(info.hasPIN)
        #expect(info.pinRetries == 8)

        #expect(try await manager.credentials().credentials.isEmpty)
        var creation = Self.request()
        creation.requireResidentKey = true
        creation.extensions.credentialProtectionPolicy = .userVerificationOptionalWithCredentialIDList
        let made = try await device.key.makeCredential(creation, interaction: person)
        let data = try AuthenticatorData(decoding: made.attestationObject.authenticatorData)
        let publicKey = try COSEKey(decoding: try #require(data.attestedCredentialData?.credentialPublicKey))
        let listed = try await manager.credentials()
        #expect(
            listed.credentials
                == [
                    KeyCredential(
                        rpID: "bank.example", id: made.credentialID, user: creation.user, algorithm: .es256,
                        publicKey: publicKey, protection: .userVerificationOptionalWithCredentialIDList,
                        hasLargeBlobKey: false)
                ])
        #expect(listed.remaining > 0)
        try await manager.renameCredential(made.credentialID, displayName: "Ana Maria")
        let renamed = try await manager.credentials().credentials.first?.user
        #expect(renamed?.name == "ana" && renamed?.displayName == "Ana Maria")
        for _ in 0..<2 {
            let error = await #expect(throws: WebAuthnError.self) { try await manager.renameCredential([9], name: "x") }
            #expect(error?.name == .notAllowedError)
        }
        try await manager.deleteCredential(made.credentialID)
        let gone = await #expect(throws: WebAuthnError.self) { try await manager.deleteCredential(made.credentialID) }
        #expect(gone?.name == .notAllowedError)
        #expect(try await manager.credentials().credentials.isEmpty)

        try await manager.changePIN(to: SecretBytes(copying: "65432".utf8))
        _ = try await device.manager(TestInteraction(pins: "65432")).credentials()
        let wrong = await #expect(throws: WebAuthnError.self) { try await manager.credentials() }
        #expect(wrong?.message.contains("7 tries are left") == true)

        try await manager.reset()
        #expect(person.askedTouches.last?.operation == .reset)
        #expect(try await !manager.info().hasPIN)
    }
}
