import CTAP
import Testing
import ToqueCBOR
import ToqueCrypto

@testable import SoftAuthenticator

/// setMinPINLength (CTAP 2.3 section 6.11.4).
@Suite("The minimum length of PINs and their policy")
struct MinPINLengthTests {
    private static func device(pin: String = Device.pin) async throws -> Device {
        let device = Device()
        try await device.setPIN(pin)
        return device
    }

    @Test("A minimum can only be raised, up to the maximum length of a PIN")
    func bounds() async throws {
        let device = Device()
        for (length, expected) in [
            (3, .pinPolicyViolation), (0, .pinPolicyViolation), (4, nil), (6, nil), (6, nil), (5, .pinPolicyViolation),
            (64, .pinPolicyViolation), (.max, .pinPolicyViolation), (63, nil),
        ] as [(UInt64, CTAPStatus?)] {
            let result = await status { try await device.configure(.setMinPINLength, .init(newMinPINLength: length)) }
            #expect(result == expected, "\(length)")
            let info = try await device.getInfo()
            #expect(expected != nil || info.minPINLength == Int(length))
        }
        device.key.powerCycle()
        #expect(try await device.getInfo().minPINLength == 63)
    }

    @Test("A new PIN that is shorter than the minimum is refused")
    func newPIN() async throws {
        let device = Device()
        try await device.configure(.setMinPINLength, .init(newMinPINLength: 6))
        #expect(await status { try await device.setPIN("12345") } == .pinPolicyViolation)
        #expect(await status { try await device.setPIN("éãçõü") } == .pinPolicyViolation)
        try await device.setPIN("123456")
        #expect(await status { try await device.changePIN(from: "123456", to: "54321") } == .pinPolicyViolation)
    }

    @Test("A PIN that is shorter than a new minimum must be changed", arguments: PINUVAuthProtocol.allCases)
    func shortPIN(_ version: PINUVAuthProtocol) async throws {
        let device = try await Self.device()
        let token = try await device.configToken(version: version)
        try await device.configure(.setMinPINLength, .init(newMinPINLength: 6), token: token)
        #expect(try await device.getInfo().forcePINChange == true)
        // The tokens are void, and no new ones are issued.
        #expect(await status { try await device.configure(.setMinPINLength, token: token) } == .pinAuthInvalid)
        #expect(await status { _ = try await device.token(version: version) } == .pinPolicyViolation)
        #expect(await status { _ = try await device.legacyToken(version) } == .pinInvalid)
        device.key.powerCycle()
        #expect(try await device.getInfo().forcePINChange == true)
        // Asking cost no try, because the PIN was right.
        #expect(try await device.clientPIN(.init(.getPINRetries)).pinRetries == 8)
        #expect(await status { try await device.changePIN(to: "98765", version) } == .pinPolicyViolation)
        #expect(try await device.getInfo().forcePINChange == true)
        try await device.changePIN(to: "987654", version)
        #expect(try await device.getInfo().forcePINChange == false)
        #expect(await status { _ = try await device.token(pin: "987654", version: version) } == nil)
    }

    @Test("A PIN that is long enough stays valid, and so does the token")
    func longPIN() async throws {
        let device = try await Self.device(pin: "123456")
        let token = try await device.configToken(pin: "123456")
        try await device.configure(.setMinPINLength, .init(newMinPINLength: 6), token: token)
        #expect(try await device.getInfo().forcePINChange == false)
        #expect(await status { try await device.configure(.setMinPINLength, token: token) } == nil)
    }

    @Test("A forced change requires another PIN and voids the token", arguments: PINUVAuthProtocol.allCases)
    func forced(_ version: PINUVAuthProtocol) async throws {
        let device = try await Self.device()
        try await device.setPolicy(.init(forceChangePin: false))
        #expect(try await device.getInfo().forcePINChange == false)
        let token = try await device.configToken(version: version)
        try await device.configure(.setMinPINLength, .init(forceChangePin: true), token: token)
        #expect(try await device.getInfo().forcePINChange == true)
        #expect(await status { try await device.configure(.setMinPINLength, token: token) } == .pinAuthInvalid)
        #expect(await status { _ = try await device.token() } == .pinPolicyViolation)
        #expect(await status { try await device.changePIN(to: Device.pin, version) } == .pinPolicyViolation)
        #expect(try await device.getInfo().forcePINChange == true)
        try await device.changePIN(to: "5678", version)
        #expect(try await device.getInfo().forcePINChange == false)
        // A change is no longer forced.
        try await device.changePIN(from: "5678", to: "5678", version)
    }

    @Test("A change cannot be forced if no PIN is set")
    func forcedWithoutPIN() async throws {
        let device = Device()
        #expect(
            await status { try await device.configure(.setMinPINLength, .init(forceChangePin: true)) } == .pinNotSet)
        #expect(await status { try await device.configure(.setMinPINLength, .init(forceChangePin: false)) } == nil)
    }

    @Test("A list of relying parties replaces the old one, and an empty list keeps it")
    func relyingParties() async throws {
        let device = Device()
        let full = (1...AuthenticatorSettings.maxRPIDs).map { "\($0).example" }
        #expect(try await device.getInfo().maxRPIDsForSetMinPINLength == full.count)
        for (list, kept) in [(full, full), ([], full), (["a.example"], ["a.example"]), (nil, ["a.example"])] {
            try await device.configure(.setMinPINLength, .init(minPinLengthRPIDs: list))
            #expect(device.storage.settings().minPINLengthRPIDs == kept)
        }
        for tooMuch in [full + ["one more"], [String(repeating: "a", count: 256)]] {
            let result = await status {
                try await device.configure(.setMinPINLength, .init(minPinLengthRPIDs: tooMuch))
            }
            #expect(result == .keyStoreFull)
        }
        let zero = await status { try await device.configure(.setMinPINLength, .init(minPinLengthRPIDs: ["a\u{0}"])) }
        #expect(zero == .invalidParameter)
        #expect(device.storage.settings().minPINLengthRPIDs == ["a.example"])
    }

    @Test("A faulty policy is refused by its first fault and changes no setting")
    func allOrNothing() async throws {
        let device = Device()
        let tooMany = [String](repeating: "a.example", count: AuthenticatorSettings.maxRPIDs + 1)
        var policy = Device.Policy(
            newMinPINLength: 3, minPinLengthRPIDs: tooMany, forceChangePin: true, pinComplexityPolicy: true)
        for (expected, mend) in [
            (.pinPolicyViolation, { $0.newMinPINLength = 8 }), (.pinNotSet, { $0.forceChangePin = nil }),
            (.keyStoreFull, { $0.minPinLengthRPIDs = ["a.example"] }),
        ] as [(CTAPStatus, (inout Device.Policy) -> Void)] {
            #expect(await status { try await device.configure(.setMinPINLength, policy) } == expected)
            #expect(device.storage.settings() == AuthenticatorSettings())
            mend(&policy)
        }
        try await device.configure(.setMinPINLength, policy)
        #expect(device.storage.settings().minPINLength == 8)
        #expect(device.storage.settings().pinComplexityPolicy)
    }

    // MARK: The policy beyond the length

    @Test("Once the policy is on, PINs with runs are refused until a reset")
    func complexity() async throws {
        let device = try await Self.device()
        #expect(try await device.getInfo().pinComplexityPolicy == false)
        try await device.changePIN(to: "4321")
        try await device.setPolicy(.init(pinComplexityPolicy: true), pin: "4321")
        for policy in [true, false] {
            #expect(try await device.getInfo().pinComplexityPolicy == true)
            #expect(await status { try await device.changePIN(from: "4321", to: "1111") } == .pinPolicyViolation)
            try await device.setPolicy(.init(pinComplexityPolicy: policy), pin: "4321")
        }
        try await device.changePIN(from: "4321", to: "4711")
        _ = try await device.send(.reset)
        #expect(try await device.getInfo().pinComplexityPolicy == false)
        #expect(await status { try await device.setPIN() } == nil)
    }

    @Test(
        "Only a PIN of equal or consecutive characters counts as a run",
        arguments: [
            ("1111", true), ("1234", true), ("4321", true), ("abcdef", true), ("dcba", true), ("ÀÁÂÃ", true),
            ("😀😀😀😀", true), ("2468", false), ("1122", false), ("1233", false), ("1235", false), ("2123", false),
            ("1001", false), ("abcD", false), ("😀😁😂😂", false),
        ])
    func runs(_ pin: String, _ isRun: Bool) async throws {
        let device = Device()
        try await device.configure(.setMinPINLength, .init(pinComplexityPolicy: true))
        #expect(await status { try await device.setPIN(pin) } == (isRun ? .pinPolicyViolation : nil))
    }

    @Test("getInfo reports the URL that explains the PIN policy")
    func explanation() async throws {
        let url = "https://keys.example/pins"
        let key = Device().authenticator.ctapProcessor(
            interaction: ScriptedInteraction(.approve), pinComplexityPolicyURL: url)
        guard case .getInfo(let info) = try await key.process(.getInfo, keepalive: { _ in }) else {
            Issue.record("authenticatorGetInfo is answered by something else")
            return
        }
        #expect(info.pinComplexityPolicyURL == Array(url.utf8))
    }

    // MARK: The extensions

    @Test("Only listed RP IDs, compared byte by byte, learn minimum length and policy")
    func extensions() async throws {
        let device = Device()
        try await device.configure(
            .setMinPINLength, .init(newMinPINLength: 7, minPinLengthRPIDs: ["caf\u{E9}.example", Sample.rpID]))
        func answer(_ rpID: String, _ asks: Bool? = true) async throws -> [CBOR?] {
            let made = try await device.make(
                .sample(rpID: rpID, extensions: .init(minPinLength: asks, pinComplexityPolicy: asks)))
            let outputs = try made.data.extensions
            return [outputs?["minPinLength"], outputs?["pinComplexityPolicy"]]
        }
        #expect(try await answer(Sample.rpID) == [7, false])
        #expect(try await answer("caf\u{E9}.example") == [7, false])
        #expect(try await answer("cafe\u{301}.example") == [nil, nil])
        #expect(try await answer("other.example") == [nil, nil])
        #expect(try await answer(Sample.rpID, false) == [nil, nil])
        #expect(try await answer(Sample.rpID, nil) == [nil, nil])
        try await device.configure(.setMinPINLength, .init(pinComplexityPolicy: true))
        #expect(try await answer(Sample.rpID) == [7, true])
    }
}

extension Device {
    /// Returns a token from getPinToken.
    func legacyToken(_ version: PINUVAuthProtocol) async throws -> [UInt8] {
        try await exchange(version) { key, secret in
            let hash = SecretBytes(copying: Digest.sha256(Self.pin)[..<16])
            let answer = try await clientPIN(
                .init(
                    .getPinToken, pinUvAuthProtocol: UInt64(version.rawValue), keyAgreement: key,
                    pinHashEnc: try secret.encrypt(hash, random: SystemRandom())))
            return try #require(answer.pinUvAuthToken)
        }
    }
}
