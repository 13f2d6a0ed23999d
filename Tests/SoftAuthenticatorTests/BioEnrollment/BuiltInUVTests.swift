import CTAP
import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Verification by finger")
struct BuiltInUVTests {
    private static let verified: AuthenticatorData.Flags = [.userPresent, .userVerified]
    private static let byFinger = CTAPOptions(uv: true)

    private func bench(pin: Bool = true, fingers: [String] = ["thumb", "index"]) async throws -> FingerprintBench {
        try await FingerprintBench(pin: pin, fingers: fingers)
    }

    // MARK: Ceremonies with the option uv

    @Test("An enrolled finger verifies in both ceremonies, with a single prompt", arguments: [false, true])
    func ceremonies(pin: Bool) async throws {
        let bench = try await bench(pin: pin)
        let made = try await bench.device.make(.sample(options: .init(rk: true, uv: true)))
        #expect(try made.data.flags.isSuperset(of: Self.verified))
        bench.hand.will(.finger("index"))
        let assertion = try await bench.device.get(.sample(options: Self.byFinger))
        #expect(try assertion.data.flags.isSuperset(of: Self.verified))
        #expect(try made.verifies(assertion))
        let prompts = bench.hand.prompts()
        #expect(prompts.map(\.operation) == [.register, .authenticate])
        #expect(prompts.allSatisfy { $0.verification == .fingerprint && $0.rpID == Sample.rpID })
    }

    @Test("Without the uv option, any finger shows only presence")
    func presence() async throws {
        let bench = try await bench()
        for gesture in [UserGesture.finger("thumb"), .finger("stranger"), .badTouch(.tooFast), .approve] {
            bench.hand.will(gesture)
            let made = try await bench.device.make()
            #expect(try made.data.flags.contains(.userPresent))
            #expect(try !made.data.flags.contains(.userVerified))
            let assertion = try await bench.device.get(.sample(allow: [made.credentialID]))
            #expect(try assertion.data.flags == .userPresent)
        }
        #expect(try await bench.uvRetries == 5)
    }

    @Test("Without an enrolled finger, the uv option is invalid", arguments: [false, true])
    func notConfigured(pin: Bool) async throws {
        let bench = try await bench(pin: pin, fingers: [])
        #expect(await status { _ = try await bench.device.make(.sample(options: Self.byFinger)) } == .invalidOption)
        #expect(await status { _ = try await bench.device.get(.sample(options: Self.byFinger)) } == .invalidOption)
        #expect(bench.hand.prompts().isEmpty)
    }

    @Test("An approval counts as an enrolled finger")
    func approval() async throws {
        let bench = try await bench()
        bench.hand.will(.approve)
        #expect(try await bench.device.make(.sample(options: Self.byFinger)).data.flags.contains(.userVerified))
    }

    @Test("A ceremony accepts the right finger at the third touch")
    func internalRetries() async throws {
        let bench = try await bench()
        bench.hand.will(.finger("stranger"), .finger("stranger"), .finger("thumb"))
        _ = try await bench.device.make(.sample(options: Self.byFinger))
        #expect(bench.hand.prompts().count == 3)
        #expect(try await bench.uvRetries == 5)
    }

    @Test("Three wrong fingers end a ceremony, which then requires the PIN if one is set")
    func wrongFinger() async throws {
        for (pin, expected, atLast) in [(true, .puatRequired, .puatRequired), (false, .operationDenied, .pinBlocked)]
            as [(Bool, CTAPStatus, CTAPStatus)]
        {
            let bench = try await bench(pin: pin)
            bench.hand.will(.finger("stranger"))
            #expect(await status { _ = try await bench.device.make(.sample(options: Self.byFinger)) } == expected)
            #expect(bench.hand.prompts().count == 3)
            #expect(try await bench.uvRetries == 2)
            #expect(await status { _ = try await bench.device.get(.sample(options: Self.byFinger)) } == atLast)
            #expect(bench.hand.prompts().count == 2)
            // Even the right finger is refused.
            bench.hand.will(.finger("thumb"))
            #expect(await status { _ = try await bench.device.get(.sample(options: Self.byFinger)) } == atLast)
            #expect(bench.hand.prompts().isEmpty)
        }
    }

    @Test("An unreadable touch is prompted for again, and five of them cost one try")
    func badTouches() async throws {
        let bench = try await bench()
        let bad = UserGesture.badTouch(.tooSkewed)
        bench.hand.will(bad, bad, bad, bad, .finger("thumb"))
        _ = try await bench.device.make(.sample(options: Self.byFinger))
        #expect(bench.hand.prompts().count == 5)
        bench.hand.will(bad)
        #expect(await status { _ = try await bench.tokenByFinger() } == .uvInvalid)
        #expect(bench.hand.prompts().count == 5)
        #expect(try await bench.uvRetries == 4)
        #expect(await status { _ = try await bench.device.make(.sample(options: Self.byFinger)) } == .puatRequired)
        #expect(bench.hand.prompts().count == 15)
        #expect(try await bench.uvRetries == 1)
        #expect(await status { _ = try await bench.tokenByFinger() } == .uvBlocked)
    }

    @Test("Declining or doing nothing costs no try and does not lead to the PIN")
    func noFinger() async throws {
        let bench = try await bench()
        for (gesture, expected) in [(.decline, .operationDenied), (.timeout, .userActionTimeout)]
            as [(UserGesture, CTAPStatus)]
        {
            bench.hand.will(gesture)
            #expect(await status { _ = try await bench.device.make(.sample(options: Self.byFinger)) } == expected)
            #expect(await status { _ = try await bench.device.get(.sample(options: Self.byFinger)) } == expected)
            #expect(await status { _ = try await bench.tokenByFinger() } == expected)
        }
        #expect(try await bench.uvRetries == 5)
    }

    // MARK: Tokens

    @Test("A token from a finger is valid for a ceremony without another touch", arguments: PINUVAuthProtocol.allCases)
    func token(_ version: PINUVAuthProtocol) async throws {
        let bench = try await bench()
        let token = try await bench.tokenByFinger(version: version)
        #expect(bench.hand.prompts().map(\.verification) == [.fingerprint])
        let made = try await bench.device.make(.sample(options: .init(rk: true), token: token))
        #expect(try made.data.flags.isSuperset(of: Self.verified))
        #expect(bench.hand.prompts().isEmpty)
        // For one ceremony only.
        #expect(await status { _ = try await bench.device.get(.sample(token: token)) } == .pinAuthInvalid)
    }

    @Test("After 31 seconds, a token from a finger shows verification but no presence")
    func presenceExpires() async throws {
        let bench = try await bench()
        let token = try await bench.tokenByFinger([.makeCredential, .bioEnrollment])
        // One use, so that the token outlives its first half minute.
        _ = try await bench.enrolled(token)
        bench.device.uptime.advance(by: .seconds(31))
        _ = bench.hand.prompts()
        let made = try await bench.device.make(.sample(token: token))
        #expect(bench.hand.prompts().map(\.verification) == [.none])
        #expect(try made.data.flags.isSuperset(of: Self.verified))
    }

    @Test("A token from a finger grants the same permissions as one from a PIN, enrollment included")
    func permissions() async throws {
        let bench = try await bench(pin: false)
        let token = try await bench.tokenByFinger(.bioEnrollment, rpID: nil)
        bench.hand.will(.finger("ring"))
        try await bench.enroll(token)
        #expect(bench.fingers == ["thumb", "index", "ring"])
        for (permissions, rpID, expected) in [
            (nil, nil, .missingParameter), ([], nil, .invalidParameter), (.makeCredential, nil, .missingParameter),
            ([.bioEnrollment, .persistentCredentialManagementReadOnly], nil, .unauthorizedPermission),
        ] as [(PINUVAuthPermissions?, String?, CTAPStatus)] {
            #expect(await status { _ = try await bench.tokenByFinger(permissions, rpID: rpID) } == expected)
        }
    }

    @Test("A faulty token request is refused before the finger prompt")
    func request() async throws {
        let bench = try await bench()
        try await bench.device.exchange(.two) { key, _ in
            let complete = AuthenticatorClientPIN(
                .getPinUvAuthTokenUsingUvWithPermissions, pinUvAuthProtocol: 2, keyAgreement: key,
                permissions: .credentialManagement)
            for (change, expected) in [
                ({ $0.pinUvAuthProtocol = nil }, .missingParameter), ({ $0.pinUvAuthProtocol = 3 }, .invalidParameter),
                ({ $0.keyAgreement = nil }, .missingParameter),
                (
                    { $0.keyAgreement = KeyAgreementKey(x: [UInt8](repeating: 1, count: 32), y: key.y) },
                    .invalidParameter
                ),
            ] as [((inout AuthenticatorClientPIN) -> Void, CTAPStatus)] {
                var command = complete
                change(&command)
                #expect(await status { _ = try await bench.device.clientPIN(command) } == expected)
            }
        }
        #expect(bench.hand.prompts().isEmpty)
    }

    @Test("Each wrong finger is one try, and the last one blocks fingers until the PIN is given")
    func tries() async throws {
        let bench = try await bench()
        bench.hand.will(.finger("stranger"))
        for left in [4, 3, 2, 1] {
            #expect(await status { _ = try await bench.tokenByFinger() } == .uvInvalid)
            #expect(bench.hand.prompts().count == 1)
            #expect(try await bench.uvRetries == left)
        }
        #expect(await status { _ = try await bench.tokenByFinger() } == .uvBlocked)
        #expect(try await bench.uvRetries == 0)
        bench.hand.will(.finger("thumb"))
        _ = bench.hand.prompts()
        #expect(await status { _ = try await bench.tokenByFinger() } == .uvBlocked)
        #expect(bench.hand.prompts().isEmpty)
        #expect(try await bench.device.getInfo().options["uv"] == true)
        _ = try await bench.device.token()
        #expect(try await bench.uvRetries == 5)
        _ = try await bench.tokenByFinger()
    }

    @Test("A wrong PIN does not restore the tries of fingers")
    func wrongPIN() async throws {
        let bench = try await bench()
        bench.hand.will(.finger("stranger"))
        _ = await status { _ = try await bench.tokenByFinger() }
        #expect(await status { _ = try await bench.device.token(pin: "wrong") } == .pinInvalid)
        #expect(try await bench.uvRetries == 4)
        bench.hand.will(.finger("thumb"))
        _ = try await bench.tokenByFinger()
        #expect(try await bench.uvRetries == 5)
    }

    @Test("Tries survive a power cycle and a restart")
    func persistence() async throws {
        let bench = try await bench()
        bench.hand.will(.finger("stranger"))
        for _ in 1...3 { _ = await status { _ = try await bench.tokenByFinger() } }
        bench.device.key.powerCycle()
        #expect(try await bench.uvRetries == 2)
        let next = try await FingerprintBench(pin: false, storage: bench.device.storage)
        #expect(try await next.uvRetries == 2)
    }

    @Test("A try is spent before the finger is compared, and restored afterwards")
    func spentFirst() async throws {
        let watched = WatchedStorage()
        let bench = try await FingerprintBench(watched: watched)
        try watched.save(FingerprintBench.fingerprint("thumb"))
        // The first call checks for enrolled fingers.
        watched.calls = []
        _ = try await bench.tokenByFinger()
        #expect(watched.calls == ["fingerprints", "updateSettings", "fingerprints", "updateSettings"])
        watched.calls = []
        bench.hand.will(.finger("stranger"))
        #expect(await status { _ = try await bench.tokenByFinger() } == .uvInvalid)
        #expect(watched.calls == ["fingerprints", "updateSettings", "fingerprints"])
        watched.calls = []
        bench.hand.will(.finger("thumb"))
        watched.failing = "updateSettings"
        #expect(await status { _ = try await bench.tokenByFinger() } == .other)
        #expect(watched.calls == ["fingerprints", "updateSettings"])
        watched.failing = nil
        _ = try await bench.tokenByFinger()
    }

    @Test("A blocked PIN blocks the fingers")
    func blockedPIN() async throws {
        let bench = try await bench()
        for tries in [3, 3, 2] {
            bench.device.key.powerCycle()
            for _ in 0..<tries { _ = await status { _ = try await bench.device.token(pin: "wrong") } }
        }
        #expect(await status { _ = try await bench.tokenByFinger() } == .uvBlocked)
        #expect(try await bench.uvRetries == 0)
        #expect(bench.hand.prompts().isEmpty)
    }

    @Test("A power cut during a finger prompt gives no token and costs no try")
    func powerCut() async throws {
        let storage = MemoryCredentialStore()
        storage.save(FingerprintBench.fingerprint("thumb"))
        let interaction = SilentInteraction()
        let device = Device(.fingerprintKey, interaction: interaction, storage: storage)
        let key = try #require(try await device.clientPIN(.init(.getKeyAgreement, pinUvAuthProtocol: 2)).keyAgreement)
        let waiting = Task {
            await status {
                _ = try await device.clientPIN(
                    .init(
                        .getPinUvAuthTokenUsingUvWithPermissions, pinUvAuthProtocol: 2, keyAgreement: key,
                        permissions: .credentialManagement))
            }
        }
        await interaction.waitUntilAsked()
        device.key.powerCycle()
        #expect(await waiting.value == .keepaliveCancel)
        #expect(storage.settings().uvRetries == 5)
    }

    @Test("Without a sensor, the subcommands for built-in verification are invalid")
    func noSensor() async throws {
        let device = Device(.securityKey)
        for subCommand in [
            AuthenticatorClientPIN.SubCommand.getUVRetries, .getPinUvAuthTokenUsingUvWithPermissions,
        ] {
            #expect(await status { _ = try await device.clientPIN(.init(subCommand)) } == .invalidSubcommand)
        }
        try await device.setPIN()
        #expect(
            await status { _ = try await device.token(.bioEnrollment, rpID: nil) } == .unauthorizedPermission)
    }
}
