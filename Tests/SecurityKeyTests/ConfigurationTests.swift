import CTAP
import Testing
import ToqueCBOR
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct ConfigurationTests {
    private static let config: UInt8 = 0x0D

    private static func key(
        options: [String: Bool] = ["alwaysUv": false, "ep": false, "setMinPINLength": true],
        extensions: [String] = ["minPinLength"], withPIN: Bool = true,
        _ answer: @escaping @Sendable (ScriptedKey.Request) -> ScriptedKey.Answer = { _ in .ok() }
    ) -> ScriptedKey {
        let all = options.merging(["clientPin": withPIN, "authnrCfg": true, "pinUvAuthToken": true]) { $1 }
        return ScriptedKey(
            info: ScriptedKey.info(
                options: .map(CBORMap(all.map { (.text($0), .bool($1)) })), extensions: extensions,
                more: [(0x0D, 6), (0x10, 2)])
        ) { request in
            request.command == 0x06
                ? ScriptedKey.clientPIN(request, retries: 8, token: ScriptedKey.token) : answer(request)
        }
    }

    private typealias Action = @Sendable (KeyManager) async throws -> Void

    private static func refusal(
        of key: ScriptedKey, _ person: TestInteraction = TestInteraction(pins: "1234"), _ action: Action
    ) async -> WebAuthnError? {
        await #expect(throws: WebAuthnError.self) { try await action(KeyManager(key, person)) }
    }

    @Test("alwaysUv is toggled only if its value differs")
    func verificationIsToggledWhereItIsAnother() async throws {
        for (isOn, wanted) in [(false, true), (true, false), (true, true), (false, false)] {
            let key = Self.key(options: ["alwaysUv": isOn])
            try await KeyManager(key, TestInteraction(pins: "1234")).setAlwaysUV(wanted)
            #expect(key.requests(Self.config).map { $0.parameters[1] } == (isOn == wanted ? [] : [2]))
        }
    }

    @Test("A key that refuses to turn off alwaysUv is reported as unable to")
    func aKeyThatDoesNotLetItsVerificationBeSwitchedOff() async {
        let key = Self.key(options: ["alwaysUv": true]) { _ in .status(.operationDenied) }
        let error = await Self.refusal(of: key) { try await $0.setAlwaysUV(false) }
        #expect(error?.name == .notSupportedError)
        #expect(error?.message.contains("cannot be switched off") == true)
    }

    @Test("Enterprise attestation is enabled only if it is off")
    func enterpriseAttestationIsEnabledOnce() async throws {
        for isOn in [false, true] {
            let key = Self.key(options: ["ep": isOn])
            try await KeyManager(key, TestInteraction(pins: "1234")).enableEnterpriseAttestation()
            #expect(key.requests(Self.config).map { $0.parameters[1] } == (isOn ? [] : [1]))
        }
    }

    /// A longer minimum may make the PIN invalid.
    @Test("The RP IDs for the minimum PIN length are sent before the length")
    func theRPIDsGoBeforeTheLength() async throws {
        let key = Self.key()
        let person = TestInteraction(pins: "1234")
        try await KeyManager(key, person).setMinPINLength(8, rpIDs: ["bank.example", "b"])
        #expect(
            key.requests(Self.config).map { $0.parameters[2] } == [[2: ["bank.example", "b"]], [1: 8]])
        #expect(person.askedPINs.count == 1)
    }

    @Test("A PIN change is forced, and refused on a key without a PIN")
    func aPINChangeIsForced() async throws {
        let key = Self.key()
        try await KeyManager(key, TestInteraction(pins: "1234")).forcePINChange()
        #expect(key.requests(Self.config).map { $0.parameters[2] } == [[3: true]])
        let error = await Self.refusal(of: Self.key(withPIN: false)) { try await $0.forcePINChange() }
        #expect(error?.name == .invalidStateError)
    }

    @Test(
        "A minimum PIN length or RP ID list that the key cannot take is refused",
        arguments: [
            (3, [], .typeError, "4 characters at least"),
            (64, [], .typeError, "63 at most"),
            (5, [], .constraintError, "of 6 characters already"),
            (nil, ["a", "b", "c"], .constraintError, "no room for 3 RP IDs, 2 at most"),
        ] as [(Int?, [String], WebAuthnError.Name, String)])
    func aMinimumThatTheKeyDoesNotTake(
        _ length: Int?, _ rpIDs: [String], _ name: WebAuthnError.Name, _ said: String
    ) async {
        let key = Self.key { _ in .status(.keyStoreFull) }
        let error = await Self.refusal(of: key) { try await $0.setMinPINLength(length, rpIDs: rpIDs) }
        #expect(error?.name == name)
        #expect(error?.message.contains(said) == true)
    }

    @Test("A setting that the key lacks is refused before any request and without a PIN")
    func aKeyWithoutTheSettingIsAskedForNoPIN() async {
        let actions: [(Action, String)] = [
            ({ try await $0.setAlwaysUV(true) }, "cannot be set to verify its user always"),
            ({ try await $0.enableEnterpriseAttestation() }, "has no enterprise attestation"),
            ({ try await $0.setMinPINLength(8) }, "has no setting for its PINs"),
            ({ try await $0.forcePINChange() }, "has no setting for its PINs"),
        ]
        for (action, said) in actions {
            let key = Self.key(options: [:])
            let person = TestInteraction(pins: "1234")
            let error = await Self.refusal(of: key, person, action)
            #expect(error?.name == .notSupportedError)
            #expect(error?.message.contains(said) == true)
            #expect(key.requests.isEmpty)
            #expect(person.askedPINs.isEmpty)
        }
    }

    @Test("A key without the minPinLength extension accepts no RP IDs")
    func aKeyThatTellsNobodyItsMinimum() async {
        let error = await Self.refusal(of: Self.key(extensions: [])) {
            try await $0.setMinPINLength(nil, rpIDs: ["bank.example"])
        }
        #expect(error?.message.contains("tells no RP") == true)
    }
}
