import Attestation
import CTAP
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("U2F: registering and authenticating")
struct U2FTests {
    private static func authority() throws -> AttestationAuthority {
        try AttestationAuthority(secret: AttestationAuthority.makeSecret(random: SystemRandom(), now: .now()))
    }

    @Test("The version command is answered")
    func itsVersion() async throws {
        #expect(try await Device().u2f(.version) == .version)
    }

    @Test("A registration is attested by the authority or by itself", arguments: [true, false])
    func attestation(isCertified: Bool) async throws {
        let authority = try Self.authority()
        let identity = try authority.identity(for: AuthenticatorProfile.securityKey.aaguid)
        let device = Device(attestation: isCertified ? .certified(identity) : .selfSigned)
        let made = try await device.register()
        #expect(made.publicKey.count == 65)
        #expect(made.keyHandle.count <= 255)
        let certificate = try Certificate(der: made.certificate)
        let signed = FIDOU2FStatement.verificationData(
            rpIDHash: Digest.sha256(Sample.rpID), clientDataHash: Sample.hash, credentialID: made.keyHandle,
            publicKeyU2F: made.publicKey)
        let key = try certificate.publicKey()
        #expect(try VerifyingKey(key).verify(made.signature, of: signed, scheme: .ecdsa(.sha256)))
        try certificate.checkPackedAttestation(isEnterprise: false)
        if isCertified {
            #expect(made.certificate == identity.certificates[0].der)
            #expect(certificate.isIssued(by: authority.certificate))
        } else {
            #expect(FIDOU2FStatement.publicKeyU2F(key) == made.publicKey)
            #expect(try await device.register().certificate != made.certificate)
        }
    }

    @Test("Authentications verify, increment the counter and report user presence")
    func authentications() async throws {
        let device = Device()
        let made = try await device.register()
        for (control, isPresent, count) in [
            (U2FAuthenticate.Control.enforceUserPresenceAndSign, true, UInt32(1)),
            (.dontEnforceUserPresenceAndSign, false, 2), (.enforceUserPresenceAndSign, true, 3),
        ] {
            let request = U2FAuthenticate.sample(made.keyHandle, control)
            let signed = try await device.authenticate(request)
            #expect(signed.isUserPresent == isPresent)
            #expect(signed.counter == count)
            #expect(try request.verifies(signed, by: made.publicKey))
        }
    }

    @Test("Only registering and signing with user presence ask for a touch")
    func onlyTouchesAreAskedFor() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        let made = try await device.register()
        #expect(interaction.prompts.map(\.operation) == [.register])
        let hash = Digest.sha256(Sample.rpID)
        #expect(interaction.prompts.first?.rpID?.hasSuffix(hash[..<8].map { hex($0) }.joined()) == true)
        _ = try await device.authenticate(.sample(made.keyHandle))
        #expect(interaction.prompts.map(\.operation) == [.register, .authenticate])
        #expect(interaction.prompts.allSatisfy { $0.verification == .none })
        // No touch is needed if there is nothing to sign or no key to sign with.
        _ = try await device.authenticate(.sample(made.keyHandle, .dontEnforceUserPresenceAndSign))
        let check = U2FAuthenticate.sample(made.keyHandle, .checkOnly)
        #expect(await statusWord { _ = try await device.authenticate(check) } == .conditionsNotSatisfied)
        let unknown = U2FAuthenticate.sample([1, 2, 3])
        #expect(await statusWord { _ = try await device.authenticate(unknown) } == .wrongData)
        #expect(interaction.prompts.count == 2)
    }

    private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    @Test("An invalid or foreign key handle is refused and not counted", arguments: U2FAuthenticate.Control.allCases)
    func badKeyHandles(_ control: U2FAuthenticate.Control) async throws {
        let device = Device()
        let handle = try await device.register().keyHandle
        var changed = handle
        changed[5] ^= 1
        let long = [UInt8](repeating: 9, count: 255)
        for bad: [UInt8] in [[], [0], changed, Array(handle.dropLast()), handle + [0], long] {
            let request = U2FAuthenticate.sample(bad, control)
            #expect(await statusWord { _ = try await device.authenticate(request) } == .wrongData)
        }
        let other = U2FAuthenticate.sample(handle, control, application: "other.example")
        #expect(await statusWord { _ = try await device.authenticate(other) } == .wrongData)
        let stranger = Device()
        let request = U2FAuthenticate.sample(handle, control)
        #expect(await statusWord { _ = try await stranger.authenticate(request) } == .wrongData)
        #expect(device.storage.signCount() == 0)
    }

    @Test("A reset invalidates key handles")
    func aResetVoidsKeyHandles() async throws {
        let device = Device()
        let handle = try await device.register().keyHandle
        _ = try await device.send(.reset)
        #expect(await statusWord { _ = try await device.authenticate(.sample(handle)) } == .wrongData)
    }

    @Test("alwaysUv turns U2F off", arguments: U2FAuthenticate.Control.allCases)
    func alwaysUv(_ control: U2FAuthenticate.Control) async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        #expect(try await device.getInfo().versions.contains("U2F_V2"))
        let handle = try await device.register().keyHandle
        device.storage.updateSettings { $0.alwaysUv = true }
        #expect(await statusWord { _ = try await device.register() } == .commandNotAllowed)
        #expect(await statusWord { _ = try await device.authenticate(.sample(handle, control)) } == .commandNotAllowed)
        #expect(interaction.prompts.count == 1)
        #expect(await statusWord { _ = try await device.u2f(.version) } == .commandNotAllowed)
        #expect(try await !Device(storage: device.storage).getInfo().versions.contains("U2F_V2"))
    }

    @Test("Only roaming keys speak U2F", arguments: AuthenticatorProfile.all)
    func profiles(_ profile: AuthenticatorProfile) async throws {
        let device = Device(profile)
        let isRoaming = profile.attachment == .crossPlatform
        #expect(device.key.speaksU2F == isRoaming)
        #expect(try await device.getInfo().versions.contains("U2F_V2") == isRoaming)
        for command in [U2FCommand.version, .register(.sample()), .authenticate(.sample([1]))] where !isRoaming {
            #expect(await statusWord { _ = try await device.u2f(command) } == .insNotSupported)
        }
    }

    @Test("A command fails if the storage fails, and can be repeated", arguments: ["secret", "nextSignCount"])
    func faults(_ failing: String) async throws {
        let storage = WatchedStorage()
        let key = SoftAuthenticator(profile: .securityKey, storage: storage)
            .ctapProcessor(interaction: ScriptedInteraction(.approve), userActionTimeout: nil)
        var command = U2FCommand.register(.sample())
        if failing == "nextSignCount" {
            guard case .register(let made) = try await key.process(command) else { throw Device.UnexpectedResponse() }
            command = .authenticate(.sample(made.keyHandle))
        }
        storage.failing = failing
        #expect(await statusWord { _ = try await key.process(command) } == .noPreciseDiagnosis)
        #expect(storage.signCount() == 0)
        storage.failing = nil
        #expect(await statusWord { _ = try await key.process(command) } == nil)
    }

    @Test("The same seed gives the same U2F responses")
    func aSeedGivesTheSameBytes() async throws {
        func run(_ seed: String) async throws -> [[UInt8]] {
            let device = Device(random: SeededRandom(seed: seed))
            let made = try await device.register()
            let signed = try await device.authenticate(.sample(made.keyHandle))
            return [made.keyHandle, made.signature, signed.signature]
        }
        #expect(try await run("one") == run("one"))
        #expect(try await run("one") != run("two"))
    }
}
