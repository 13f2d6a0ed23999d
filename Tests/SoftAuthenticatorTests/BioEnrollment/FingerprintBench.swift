import CTAP
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// A key with a fingerprint sensor, its owner's hand and a platform.
struct FingerprintBench {
    typealias Bio = AuthenticatorBioEnrollment

    let hand = Hand()
    let device: Device

    /// - Parameters:
    ///   - pin: The PIN that is set.
    ///   - fingers: The enrolled fingers.
    init(
        pin: Bool = true, fingers: [String] = [], profile: AuthenticatorProfile = .fingerprintKey,
        storage: MemoryCredentialStore = MemoryCredentialStore(), watched: WatchedStorage? = nil,
        userActionTimeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        device = Device(
            profile, interaction: hand, storage: storage, userActionTimeout: userActionTimeout, clock: clock,
            watched: watched)
        if pin { try await device.setPIN() }
        for finger in fingers { storage.save(Self.fingerprint(finger)) }
    }

    static func fingerprint(_ finger: String) -> Fingerprint {
        Fingerprint(id: Array(Digest.sha256(finger)[..<8]), finger: finger)
    }

    var fingers: [String] { device.storage.fingerprints().map(\.finger) }

    var uvRetries: Int? {
        get async throws { try await device.clientPIN(.init(.getUVRetries)).uvRetries }
    }

    // MARK: authenticatorBioEnrollment

    func send(_ command: Bio) async throws -> Bio.Response {
        guard case .bioEnrollment(let response) = try await device.send(.bioEnrollment(command)) else {
            throw Device.UnexpectedResponse()
        }
        return response
    }

    /// Sends a subcommand that the platform signs with the token.
    static func signed(
        _ subCommand: Bio.SubCommand, _ token: Device.Token, isPrototype: Bool = false, id: [UInt8]? = nil,
        name: String? = nil, timeout: UInt64? = nil
    ) -> Bio {
        var command = Bio(
            subCommand, isPrototype: isPrototype, templateID: id, templateFriendlyName: name,
            timeoutMilliseconds: timeout, pinUvAuthProtocol: token.protocolNumber)
        command.pinUvAuthParam = token.authenticate(
            [1, UInt8(subCommand.rawValue)] + (command.encodedParameters ?? []))
        return command
    }

    func send(
        _ subCommand: Bio.SubCommand, _ token: Device.Token, id: [UInt8]? = nil, name: String? = nil,
        timeout: UInt64? = nil
    ) async throws -> Bio.Response {
        try await send(Self.signed(subCommand, token, id: id, name: name, timeout: timeout))
    }

    /// Returns a token from the PIN with the permission to enroll.
    func token(_ version: PINUVAuthProtocol = .two) async throws -> Device.Token {
        try await device.token(.bioEnrollment, rpID: nil, version: version)
    }

    /// Enrolls the finger that the hand lays on the sensor.
    /// - Returns: The template's identifier.
    @discardableResult
    func enroll(_ token: Device.Token) async throws -> [UInt8] {
        var answer = try await send(.enrollBegin, token)
        let id = try #require(answer.templateID)
        while answer.remainingSamples != 0 {
            try #require(answer.lastEnrollSampleStatus == Bio.SampleStatus.good.rawValue)
            answer = try await send(.enrollCaptureNextSample, token, id: id)
        }
        return id
    }

    func enrolled(_ token: Device.Token) async throws -> [Bio.TemplateInfo] {
        try await send(.enumerateEnrollments, token).templateInfos ?? []
    }

    // MARK: Tokens by finger

    func tokenByFinger(
        _ permissions: PINUVAuthPermissions? = [.makeCredential, .getAssertion], rpID: String? = Sample.rpID,
        version: PINUVAuthProtocol = .two
    ) async throws -> Device.Token {
        try await device.exchange(version) { key, secret in
            let answer = try await device.clientPIN(
                .init(
                    .getPinUvAuthTokenUsingUvWithPermissions, pinUvAuthProtocol: UInt64(version.rawValue),
                    keyAgreement: key, permissions: permissions, rpID: rpID))
            let token = try secret.decrypt(try #require(answer.pinUvAuthToken))
            return Device.Token(version: version, bytes: token.withUnsafeBytes { Array($0) })
        }
    }
}
