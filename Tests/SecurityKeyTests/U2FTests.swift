import Attestation
import CLibFIDO2
import CTAP
import SoftAuthenticator
import Testing
import ToqueCrypto
import ToqueWebAuthn
import VirtualKey

@testable import SecurityKey

/// libfido2 uses the software authenticator over U2F, and verifies its output.
@Suite("U2F through libfido2", .timeLimit(.minutes(5))) struct U2FTests {
    @Test("libfido2 verifies a U2F registration and its authentications", arguments: [true, false])
    func ceremonies(isCertified: Bool) async throws {
        let host = try U2FHost(isCertified: isCertified)
        let made = try await host.register()
        #expect(made.format == "fido-u2f")
        #expect(try await host.authenticate(with: made.id, publicKey: made.publicKey) == .ok)
        #expect(try await host.authenticate(with: made.id, publicKey: made.publicKey, byU2F: false) == .ok)
    }

    /// libfido2 polls every 100 ms.
    @Test("A late U2F touch is accepted")
    func aTouchThatComesLate() async throws {
        let host = try U2FHost(isCertified: false, interaction: SlowInteraction())
        let made = try await host.register()
        #expect(try await host.authenticate(with: made.id, publicKey: made.publicKey) == .ok)
    }

    @Test("A credential made over CTAP2 signs over U2F")
    func aCredentialOfCTAP2() async throws {
        let host = try U2FHost(isCertified: true)
        let made = try await host.register(byU2F: false)
        #expect(made.format == "packed")
        #expect(try await host.authenticate(with: made.id, publicKey: made.publicKey) == .ok)
    }

    @Test("An excluded U2F credential prevents a registration over U2F and CTAP2")
    func whatIsExcluded() async throws {
        let host = try U2FHost(isCertified: false)
        let made = try await host.register()
        for byU2F in [true, false] {
            let failure = await #expect(throws: FIDOFailure.self) {
                try await host.register(byU2F: byU2F, excluding: made.id)
            }
            #expect(failure?.status.code == FIDO_ERR_CREDENTIAL_EXCLUDED)
        }
    }

    @Test("A key handle of another key is refused")
    func aHandleOfAnotherKey() async throws {
        let made = try await U2FHost(isCertified: false).register()
        let host = try U2FHost(isCertified: false)
        let failure = await #expect(throws: FIDOFailure.self) {
            try await host.authenticate(with: made.id, publicKey: made.publicKey)
        }
        #expect(failure?.status.code == FIDO_ERR_NO_CREDENTIALS)
    }

    /// Delivers the person's touch only after the host has polled once.
    private struct SlowInteraction: UserInteraction {
        func requestGesture(_ prompt: GesturePrompt) async -> UserGesture {
            await Task.yield()
            return .approve
        }
    }
}

/// A libfido2 host on its own thread, and a key in this process.
private actor U2FHost {
    struct Made {
        let format: String
        let id: [UInt8]
        let publicKey: [UInt8]
    }

    private nonisolated let thread = KeyThread()
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private static let hash = [UInt8](repeating: 3, count: 32)
    private static let rpID = "bank.example"
    private let key: CTAPHIDDevice

    init(isCertified: Bool, interaction: any UserInteraction = ScriptedInteraction(.approve)) throws {
        let attestation: AttestationSource =
            isCertified
            ? .certified(
                try .make(aaguid: AuthenticatorProfile.securityKey.aaguid, random: SystemRandom(), now: .now()))
            : .selfSigned
        let soft = SoftAuthenticator(
            profile: .securityKey, storage: MemoryCredentialStore(), attestation: attestation)
        key = CTAPHIDDevice(processor: soft.ctapProcessor(interaction: interaction))
    }

    private func open(byU2F: Bool) throws -> FIDODevice {
        let device = try FIDODevice(
            KeyCandidate(id: "key", name: "the test's key", transport: key.loopback), patience: .init(),
            handles: OpenHandles())
        if byU2F {
            _ = device.call {
                fido_dev_force_u2f($0)
                return FIDO_OK
            }
        }
        return device
    }

    /// Registers, and has libfido2 verify the attestation.
    func register(byU2F: Bool = true, excluding id: [UInt8]? = nil) throws -> Made {
        let device = try open(byU2F: byU2F)
        let credential = try FIDOCredential()
        try credential.set(clientDataHash: Self.hash, rpID: Self.rpID, rpName: "Bank", algorithm: .es256)
        try credential.set(user: PublicKeyCredentialUserEntity(id: [1], name: "ana", displayName: "Ana"))
        try credential.exclude(id.map { [$0] } ?? [])
        try check(device.call { fido_dev_make_cred($0, credential.pointer, nil) })
        try FIDOFailure.check(fido_cred_verify(credential.pointer))
        let pointer = credential.pointer
        return Made(
            format: CMemory.text(fido_cred_fmt(pointer)) ?? "",
            id: CMemory.bytes(fido_cred_id_ptr(pointer), fido_cred_id_len(pointer)) ?? [],
            publicKey: CMemory.bytes(fido_cred_pubkey_ptr(pointer), fido_cred_pubkey_len(pointer)) ?? [])
    }

    /// - Returns: libfido2's verdict on the signature.
    func authenticate(with id: [UInt8], publicKey: [UInt8], byU2F: Bool = true) throws -> FIDOStatus {
        let device = try open(byU2F: byU2F)
        let assertion = try FIDOAssertion(rpID: Self.rpID, clientDataHash: Self.hash, allowed: [id])
        try check(device.call { fido_dev_get_assert($0, assertion.pointer, nil) })
        var key = es256_pk_new()
        defer { es256_pk_free(&key) }
        try FIDOFailure.check(es256_pk_from_ptr(key, publicKey, publicKey.count))
        return FIDOStatus(code: fido_assert_verify(assertion.pointer, 0, COSE_ES256, UnsafeRawPointer(key)))
    }

    private func check(_ status: FIDOStatus) throws {
        guard status == .ok else { throw FIDOFailure(status) }
    }
}
