import CTAP
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// Credentials that U2F and CTAP2 share (CTAP 2.3 section 7).
@Suite("U2F: credentials shared with CTAP2")
struct U2FInteroperationTests {
    private let device = Device()

    @Test("A U2F credential signs for CTAP2", arguments: [Sample.rpID, "https://shop.example/u2f/app-id.json"])
    func u2fCredential(_ application: String) async throws {
        let made = try await device.register(.sample(application: application))
        let assertion = try await device.get(.sample(rpID: application, allow: [[1], made.keyHandle]))
        #expect(assertion.credential.id == made.keyHandle)
        #expect(assertion.user == nil)
        let data = try assertion.data
        #expect(data.rpIDHash == Digest.sha256(application))
        #expect(data.flags == .userPresent)
        #expect(data.signCount == 1)
        let key = try VerifyingKey(.ec(.p256, x: Array(made.publicKey[1..<33]), y: Array(made.publicKey[33...])))
        #expect(
            key.verify(assertion.signature, of: assertion.authenticatorData + Sample.hash, scheme: .ecdsa(.sha256)))
        // Both share one counter.
        let request = U2FAuthenticate.sample(made.keyHandle, application: application)
        #expect(try await device.authenticate(request).counter == 2)
    }

    @Test("A U2F credential is excluded for its own application only")
    func aU2FCredentialExcludes() async throws {
        let handle = try await device.register().keyHandle
        #expect(await status { _ = try await device.make(.sample(exclude: [handle])) } == .credentialExcluded)
        #expect(
            await status { _ = try await device.make(.sample(rpID: "other.example", exclude: [handle])) } == nil)
    }

    @Test("A U2F credential is not discoverable and takes no room")
    func aU2FCredentialIsNotDiscoverable() async throws {
        _ = try await device.register()
        #expect(await status { _ = try await device.get() } == .noCredentials)
        #expect(try await device.getInfo().remainingDiscoverableCredentials == 100)
    }

    @Test("A U2F credential signs for the WebAuthn face")
    func aU2FCredentialIsOfTheOtherFaceToo() async throws {
        let handle = try await device.register().keyHandle
        let signed = try await device.authenticator.get(Sample.get(allow: [handle]))
        #expect(signed.credentialID == handle)
        #expect(signed.userHandle == nil)
    }

    @Test("A CTAP2 credential signs for U2F", arguments: [true, false])
    func ctap2Credential(isDiscoverable: Bool) async throws {
        let made = try await device.make(.sample(options: .init(rk: isDiscoverable)))
        let id = try made.credentialID
        #expect(id.count <= 255)
        for (control, isPresent) in [
            (U2FAuthenticate.Control.enforceUserPresenceAndSign, true), (.dontEnforceUserPresenceAndSign, false),
        ] {
            let request = U2FAuthenticate.sample(id, control)
            let signed = try await device.authenticate(request)
            #expect(signed.isUserPresent == isPresent)
            #expect(try request.verifies(signed, by: made.point))
        }
        let check = U2FAuthenticate.sample(id, .checkOnly)
        #expect(await statusWord { _ = try await device.authenticate(check) } == .conditionsNotSatisfied)
        let other = U2FAuthenticate.sample(id, application: "other.example")
        #expect(await statusWord { _ = try await device.authenticate(other) } == .wrongData)
    }

    @Test("A U2F prompt names the RP ID and user of a discoverable credential")
    func aDiscoverableCredentialTellsWhoseItIs() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction, storage: device.storage)
        let id = try await device.make(.sample(options: .init(rk: true))).credentialID
        _ = try await device.authenticate(.sample(id))
        #expect(interaction.prompts.last?.rpID == Sample.rpID)
        #expect(interaction.prompts.last?.userName == Sample.user.name)
    }

    @Test("Only credProtect level 3 hides a credential from U2F", arguments: [true, false], [UInt64(1), 2, 3])
    func protection(isDiscoverable: Bool, level: UInt64) async throws {
        let id = try await device.make(
            .sample(extensions: .init(credProtect: level), options: .init(rk: isDiscoverable))
        ).credentialID
        let word: U2FStatus? = level == 3 ? .wrongData : nil
        #expect(await statusWord { _ = try await device.authenticate(.sample(id)) } == word)
        let check = U2FAuthenticate.sample(id, .checkOnly)
        #expect(await statusWord { _ = try await device.authenticate(check) } == word ?? .conditionsNotSatisfied)
    }

    @Test(
        "A credential of an algorithm other than ES256 does not sign for U2F",
        arguments: [COSEAlgorithm.es384, .es512, .edDSA], [true, false])
    func otherAlgorithms(_ algorithm: COSEAlgorithm, isDiscoverable: Bool) async throws {
        let id = try await device.make(
            .sample(algorithms: [algorithm], options: .init(rk: isDiscoverable))
        ).credentialID
        #expect(await statusWord { _ = try await device.authenticate(.sample(id)) } == .wrongData)
    }

    /// U2F's answer and signature have no place for the backup flags.
    @Test("A synced credential signs for U2F with a counter of 0")
    func aSyncedCredential() async throws {
        let phone = Device(.ios, storage: device.storage)
        let made = try await phone.make(.sample(options: .init(rk: true)))
        let request = U2FAuthenticate.sample(try made.credentialID)
        let signed = try await device.authenticate(request)
        #expect(signed.counter == 0)
        #expect(try request.verifies(signed, by: made.point))
    }

    /// U2F ignores the PIN, as CTAP2 does for a non-discoverable credential.
    @Test("U2F registers and signs without the PIN that is set")
    func aPINDoesNotMatter() async throws {
        try await device.setPIN()
        let made = try await device.register()
        let request = U2FAuthenticate.sample(made.keyHandle)
        #expect(try request.verifies(try await device.authenticate(request), by: made.publicKey))
        let token = try await device.token()
        let assertion = try await device.get(.sample(allow: [made.keyHandle], token: token))
        #expect(try assertion.data.flags == [.userPresent, .userVerified])
    }
}
