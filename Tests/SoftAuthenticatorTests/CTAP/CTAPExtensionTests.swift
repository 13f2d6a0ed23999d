import CTAP
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Extensions of the CTAP face")
struct CTAPExtensionTests {
    private typealias MakeExtensions = AuthenticatorMakeCredential.Extensions
    private typealias GetExtensions = AuthenticatorGetAssertion.Extensions

    @Test("Only requested extensions have outputs")
    func outputsAreForWhatWasAskedAlone() async throws {
        let device = Device()
        let plain = try await device.make()
        #expect(try plain.data.extensions == nil)
        #expect(try !plain.data.flags.contains(.extensionData))
        let silent = try await device.make(.sample(extensions: .init(hmacSecret: false, thirdPartyPayment: true)))
        #expect(try silent.data.extensions == nil)
        let made = try await device.make(.sample(extensions: .init(credProtect: 2, hmacSecret: true)))
        #expect(try made.data.extensions == CBORMap([("credProtect", 2), ("hmac-secret", true)]))
        #expect(try made.data.flags.contains(.extensionData))
        let assertion = try await device.get(
            .sample(allow: [try made.credentialID], extensions: .init(thirdPartyPayment: false)))
        #expect(try assertion.data.extensions == nil)
    }

    // MARK: credProtect

    struct ProtectionCase: CustomTestStringConvertible, Sendable {
        let level: UInt64
        let isListed: Bool
        let isVerified: Bool
        var isUsable: Bool { isVerified || level == 1 || level == 2 && isListed }
        var testDescription: String { "level \(level), \(isListed ? "listed" : "discovered"), UV \(isVerified)" }
    }

    static let protectionCases: [ProtectionCase] = (1...3).flatMap { level in
        [true, false].flatMap { isListed in
            [true, false].map { ProtectionCase(level: level, isListed: isListed, isVerified: $0) }
        }
    }

    @Test("A credential signs only as its credProtect level allows", arguments: protectionCases, [true, false])
    func protection(_ example: ProtectionCase, isDiscoverable: Bool) async throws {
        guard example.isListed || isDiscoverable else { return }
        let device = Device()
        let made = try await device.make(
            .sample(extensions: .init(credProtect: example.level), options: .init(rk: isDiscoverable)))
        let allow = example.isListed ? [[UInt8](repeating: 1, count: 64), try made.credentialID] : []
        var token: Device.Token?
        if example.isVerified {
            try await device.setPIN()
            token = try await device.token()
        }
        let command = AuthenticatorGetAssertion.sample(allow: allow, token: token)
        #expect(await status { _ = try await device.get(command) } == (example.isUsable ? nil : .noCredentials))
    }

    @Test("numberOfCredentials counts only credentials that credProtect allows")
    func hiddenCredentialsAreNotCounted() async throws {
        let device = Device()
        for level in [1, 2, 3, 1] as [UInt64] {
            _ = try await device.make(
                .sample(
                    user: Sample.user(UInt8(10 + device.storage.discoverableCount())),
                    extensions: .init(credProtect: level), options: .init(rk: true)))
        }
        #expect(try await device.get().numberOfCredentials == 2)
        try await device.setPIN()
        #expect(try await device.get(.sample(token: try await device.token())).numberOfCredentials == 4)
    }

    // MARK: hmac-secret

    private static let salts = (0..<64).map { UInt8($0) }

    /// Returns the decrypted hmac-secret outputs, as a platform gets them.
    private func hmacSecret(
        _ device: Device, _ salts: [UInt8], version: PINUVAuthProtocol = .two, namesProtocol: Bool = true,
        _ evaluate: (HMACSecretInput) async throws -> [UInt8]
    ) async throws -> [UInt8] {
        try await device.exchange(version) { key, secret in
            let encrypted = try secret.encrypt(SecretBytes(copying: salts), random: SystemRandom())
            let output = try await evaluate(
                HMACSecretInput(
                    keyAgreement: key, saltEnc: encrypted, saltAuth: secret.authenticate(encrypted),
                    pinUvAuthProtocol: namesProtocol ? UInt64(version.rawValue) : nil))
            return try secret.decrypt(output).withUnsafeBytes { Array($0) }
        }
    }

    private func hmacSecret(
        _ device: Device, _ salts: [UInt8], version: PINUVAuthProtocol = .two, namesProtocol: Bool = true,
        allow: [[UInt8]], token: Device.Token? = nil
    ) async throws -> [UInt8] {
        try await hmacSecret(device, salts, version: version, namesProtocol: namesProtocol) { input in
            let assertion = try await device.get(
                .sample(allow: allow, extensions: .init(hmacSecret: input), token: token))
            return try #require(try assertion.data.extensions?["hmac-secret"]?.bytesValue)
        }
    }

    @Test(
        "hmac-secret gives the same outputs for the same salts", arguments: PINUVAuthProtocol.allCases, [true, false])
    func hmacSecretRepeats(_ version: PINUVAuthProtocol, isDiscoverable: Bool) async throws {
        let device = Device()
        // The seeds exist even without a request at registration.
        let made = try await device.make(.sample(options: .init(rk: isDiscoverable)))
        let allow = [try made.credentialID]
        let both = try await hmacSecret(device, Self.salts, version: version, allow: allow)
        #expect(both.count == 64)
        let one = try await hmacSecret(device, Array(Self.salts[..<32]), version: version, allow: allow)
        #expect(one == Array(both[..<32]))
        let other = try await hmacSecret(device, Array(Self.salts[32...]), allow: allow)
        #expect(other == Array(both[32...]))
        device.key.powerCycle()
        #expect(try await hmacSecret(device, Self.salts, allow: allow) == both)
        let seed = try device.authenticator.engine.wrappingKeys().credRandom(of: allow[0], userVerified: false)
        #expect(one == HMAC.sha256(key: seed, message: Array(Self.salts[..<32])))
    }

    @Test("hmac-secret gives verified users other outputs")
    func verifiedUsersHaveAnotherSecret() async throws {
        let device = Device()
        let allow = [try await device.make().credentialID]
        let unverified = try await hmacSecret(device, Self.salts, allow: allow)
        try await device.setPIN()
        let verified = try await hmacSecret(device, Self.salts, allow: allow, token: try await device.token())
        #expect(verified != unverified)
        let again = try await hmacSecret(
            device, Self.salts, version: .one, allow: allow, token: try await device.token())
        #expect(again == verified)
        // The WebAuthn face's prf uses the secret of verified users.
        let seed = try device.authenticator.engine.wrappingKeys().credRandom(of: allow[0], userVerified: true)
        #expect(Array(verified[..<32]) == HMAC.sha256(key: seed, message: Array(Self.salts[..<32])))
    }

    @Test("hmac-secret without a protocol number uses protocol one")
    func withoutANumberItIsProtocolOne() async throws {
        let device = Device()
        let allow = [try await device.make().credentialID]
        let named = try await hmacSecret(device, Self.salts, version: .one, allow: allow)
        #expect(try await hmacSecret(device, Self.salts, version: .one, namesProtocol: false, allow: allow) == named)
    }

    @Test("getNextAssertion returns the hmac-secret output of its own credential")
    func theNextAssertionHasItToo() async throws {
        let device = Device()
        let ids = try await device.fill(2)
        var outputs: [[UInt8]] = []
        for id in ids.reversed() { outputs.append(try await hmacSecret(device, Self.salts, allow: [id])) }
        let next = try await hmacSecret(device, Self.salts) { input in
            _ = try await device.get(.sample(extensions: .init(hmacSecret: input)))
            return try #require(try await device.getNext().data.extensions?["hmac-secret"]?.bytesValue)
        }
        #expect(next == outputs[1])
        #expect(outputs[0] != outputs[1])
    }

    struct WrongInput: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var salts = CTAPExtensionTests.salts
        let status: CTAPStatus
        var change: @Sendable (inout HMACSecretInput) -> Void = { _ in }
    }

    static let wrongInputs: [WrongInput] = [
        .init(testDescription: "unknown protocol", status: .invalidParameter) { $0.pinUvAuthProtocol = 3 },
        .init(testDescription: "no point", status: .invalidParameter) {
            $0.keyAgreement = KeyAgreementKey(x: .init(repeating: 0, count: 32), y: .init(repeating: 0, count: 32))
        },
        .init(testDescription: "wrong saltAuth", status: .pinAuthInvalid) { $0.saltAuth[0] ^= 1 },
        .init(testDescription: "short saltAuth", status: .pinAuthInvalid) { $0.saltAuth.removeLast() },
        .init(testDescription: "changed saltEnc", status: .pinAuthInvalid) { $0.saltEnc[0] ^= 1 },
        .init(testDescription: "half a salt", salts: Array(salts[..<16]), status: .invalidParameter),
        .init(testDescription: "a salt and a half", salts: Array(salts[..<48]), status: .invalidParameter),
        .init(testDescription: "three salts", salts: salts + salts[..<32], status: .invalidParameter),
        .init(testDescription: "no salt", salts: [], status: .invalidParameter),
    ]

    @Test(
        "A wrong hmac-secret input fails before anything is counted or stored", arguments: wrongInputs,
        PINUVAuthProtocol.allCases)
    func wrongInput(_ input: WrongInput, _ version: PINUVAuthProtocol) async throws {
        let device = Device()
        let allow = [try await device.make().credentialID]
        let change: (HMACSecretInput) -> HMACSecretInput = { original in
            var changed = original
            input.change(&changed)
            return changed
        }
        let got = await status {
            _ = try await hmacSecret(device, input.salts, version: version) { original in
                _ = try await device.get(.sample(allow: allow, extensions: .init(hmacSecret: change(original))))
                return []
            }
        }
        #expect(got == input.status)
        #expect(device.storage.signCount() == 0)
        let made = await status {
            _ = try await hmacSecret(device, input.salts, version: version) { original in
                _ = try await device.make(
                    .sample(
                        extensions: .init(hmacSecret: true, hmacSecretMC: change(original)), options: .init(rk: true)))
                return []
            }
        }
        #expect(made == input.status)
        #expect(device.storage.discoverableCount() == 0)
    }

    @Test("hmac-secret is refused without user presence")
    func withoutPresenceThereIsNone() async throws {
        let device = Device()
        let allow = [try await device.make().credentialID]
        let got = await status {
            _ = try await hmacSecret(device, Self.salts) { input in
                _ = try await device.get(
                    .sample(allow: allow, extensions: .init(hmacSecret: input), options: .init(up: false)))
                return []
            }
        }
        #expect(got == .unsupportedOption)
    }

    @Test(
        "hmac-secret-mc gives at registration what hmac-secret gives later", arguments: PINUVAuthProtocol.allCases,
        [true, false])
    func hmacSecretMC(_ version: PINUVAuthProtocol, isDiscoverable: Bool) async throws {
        let device = Device()
        try await device.setPIN()
        let token = try await device.token()
        var id: [UInt8] = []
        let output = try await hmacSecret(device, Self.salts, version: version) { input in
            let made = try await device.make(
                .sample(
                    extensions: .init(hmacSecret: true, hmacSecretMC: input), options: .init(rk: isDiscoverable),
                    token: token))
            id = try made.credentialID
            let outputs = try #require(try made.data.extensions)
            #expect(outputs["hmac-secret"] == true)
            #expect(outputs.count == 2)
            return try #require(outputs["hmac-secret-mc"]?.bytesValue)
        }
        #expect(
            try await hmacSecret(device, Self.salts, allow: [id], token: try await device.token()) == output)
    }

    @Test("hmac-secret-mc is refused without hmac-secret")
    func whileRegisteringItGoesWithHMACSecretAlone() async throws {
        let device = Device()
        for flag in [nil, false] {
            let got = await status {
                _ = try await hmacSecret(device, Self.salts) { input in
                    _ = try await device.make(.sample(extensions: .init(hmacSecret: flag, hmacSecretMC: input)))
                    return []
                }
            }
            #expect(got == .missingParameter)
        }
    }

    // MARK: thirdPartyPayment

    @Test(
        "thirdPartyPayment reports whether the credential was made for payments", arguments: [true, false],
        [true, false])
    func payment(_ isForPayment: Bool, isDiscoverable: Bool) async throws {
        let device = Device()
        let made = try await device.make(
            .sample(extensions: .init(thirdPartyPayment: isForPayment), options: .init(rk: isDiscoverable)))
        #expect(try made.data.extensions == nil)
        let assertion = try await device.get(
            .sample(allow: [try made.credentialID], extensions: .init(thirdPartyPayment: true)))
        #expect(try assertion.data.extensions == CBORMap([("thirdPartyPayment", .bool(isForPayment))]))
    }
}
