import CTAP
import Synchronization
import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// A monotonic clock that the test moves.
final class ManualUptime: Sendable {
    private let elapsed = Mutex<Duration>(.seconds(1000))

    var now: Duration { elapsed.withLock { $0 } }

    func advance(by duration: Duration) { elapsed.withLock { $0 += duration } }
}

/// The software authenticator as a device, with a platform that sends commands.
struct Device {
    static let pin = "1234"

    let storage: MemoryCredentialStore
    let uptime = ManualUptime()
    let interaction: any UserInteraction
    let authenticator: SoftAuthenticator
    let key: any CTAPProcessor

    init(
        _ profile: AuthenticatorProfile = .securityKey,
        interaction: any UserInteraction = ScriptedInteraction(.approve),
        storage: MemoryCredentialStore = MemoryCredentialStore(), capacity: Int = 100,
        random: any RandomSource = SystemRandom(), userActionTimeout: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock(), attestation: AttestationSource = .selfSigned,
        enterprise: EnterpriseAttestation? = nil, watched: WatchedStorage? = nil
    ) {
        self.storage = storage
        self.interaction = interaction
        authenticator = SoftAuthenticator(
            profile: profile, storage: watched ?? storage, random: random, uptime: { [uptime] in uptime.now },
            capacity: capacity, attestation: attestation, enterprise: enterprise)
        key = authenticator.ctapProcessor(
            interaction: interaction, userActionTimeout: userActionTimeout, clock: clock)
    }

    /// Sends a command and reads the answer, both encoded.
    func send(_ command: CTAPCommand) async throws(CTAPStatus) -> CTAPResponse {
        let request = command.encoded
        #expect(request.count <= key.maxMsgSize)
        let response = try await [0] + key.process(CTAPCommand(decoding: request)) { _ in }.encoded
        // libfido2 accepts 2048 bytes, including the status. It requests no longer parts of large blobs, and does not
        // support the extension largeBlob.
        #expect(response.count <= (command.asksForLargeBlobs ? key.maxMsgSize : 2048))
        return try CTAPResponse(decoding: response, for: command)
    }

    func make(
        _ command: AuthenticatorMakeCredential = .sample()
    ) async throws -> AuthenticatorMakeCredential.Response {
        guard case .makeCredential(let response) = try await send(.makeCredential(command)) else {
            throw UnexpectedResponse()
        }
        return response
    }

    func get(
        _ command: AuthenticatorGetAssertion = .sample()
    ) async throws -> AuthenticatorGetAssertion.Response {
        try Self.assertion(try await send(.getAssertion(command)))
    }

    func getNext() async throws -> AuthenticatorGetAssertion.Response {
        try Self.assertion(try await send(.getNextAssertion))
    }

    private static func assertion(_ response: CTAPResponse) throws -> AuthenticatorGetAssertion.Response {
        guard case .getAssertion(let response) = response else { throw UnexpectedResponse() }
        return response
    }

    func getInfo() async throws -> AuthenticatorGetInfo {
        guard case .getInfo(let info) = try await send(.getInfo) else { throw UnexpectedResponse() }
        return info
    }

    struct UnexpectedResponse: Error {}
}

extension CTAPCommand {
    fileprivate var asksForLargeBlobs: Bool {
        switch self {
        case .largeBlobs, .getNextAssertion: true
        case .getAssertion(let command): command.extensions.largeBlob != nil
        default: false
        }
    }
}

/// Returns the status that the body throws; nil if it does not throw.
func status(_ body: () async throws -> Void) async -> CTAPStatus? {
    do {
        try await body()
        return nil
    } catch {
        return error as? CTAPStatus ?? .ok
    }
}

extension AuthenticatorMakeCredential {
    static func sample(
        rpID: String? = Sample.rpID, user: PublicKeyCredentialUserEntity = Sample.user,
        algorithms: [COSEAlgorithm] = [.es256], exclude: [[UInt8]] = [], extensions: Extensions = Extensions(),
        options: CTAPOptions = CTAPOptions(), token: Device.Token? = nil
    ) -> AuthenticatorMakeCredential {
        AuthenticatorMakeCredential(
            clientDataHash: Sample.hash, rp: .init(id: rpID, name: "Shop"), user: user,
            pubKeyCredParams: algorithms.map { Parameter(algorithm: $0) },
            excludeList: exclude.map { CTAPCredentialDescriptor(id: $0) }, extensions: extensions, options: options,
            pinUvAuthParam: token?.authenticate(Sample.hash), pinUvAuthProtocol: token?.protocolNumber)
    }
}

extension AuthenticatorGetAssertion {
    static func sample(
        rpID: String = Sample.rpID, allow: [[UInt8]] = [], extensions: Extensions = Extensions(),
        options: CTAPOptions = CTAPOptions(), token: Device.Token? = nil
    ) -> AuthenticatorGetAssertion {
        AuthenticatorGetAssertion(
            rpID: rpID, clientDataHash: Sample.hash, allowList: allow.map { CTAPCredentialDescriptor(id: $0) },
            extensions: extensions, options: options, pinUvAuthParam: token?.authenticate(Sample.hash),
            pinUvAuthProtocol: token?.protocolNumber)
    }
}

extension AuthenticatorMakeCredential.Response {
    var data: AuthenticatorData { get throws { try AuthenticatorData(decoding: attestationObject.authenticatorData) } }

    var credentialID: [UInt8] { get throws { try #require(try data.attestedCredentialData).credentialID } }

    var publicKey: COSEKey {
        get throws { try COSEKey(decoding: #require(try data.attestedCredentialData).credentialPublicKey) }
    }

    func verifies(_ assertion: AuthenticatorGetAssertion.Response) throws -> Bool {
        try publicKey.verifyingKey().verify(assertion.signature, of: assertion.authenticatorData + Sample.hash)
    }
}

extension AuthenticatorGetAssertion.Response {
    var data: AuthenticatorData { get throws { try AuthenticatorData(decoding: authenticatorData) } }
}
