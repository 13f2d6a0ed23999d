import CTAP
import Synchronization
import Testing
import ToqueCBOR
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct FingerprintTests {
    private static let bioEnrollment: UInt8 = 0x40
    private static let id: [UInt8] = [0, 7]

    private static func info(_ options: CBOR = ["clientPin": true, "bioEnroll": false]) -> CBOR {
        ScriptedKey.info(options: options)
    }

    /// A key whose sensor gives scripted answers to authenticatorBioEnrollment's subcommands (CTAP 2.3 section 6.7).
    private static func key(
        info: CBOR = info(), _ answer: @escaping @Sendable (_ subCommand: Int) -> ScriptedKey.Answer
    ) -> ScriptedKey {
        ScriptedKey(info: info) { request in
            switch (request.command, request.parameters[2]?.intValue) {
            case (0x06, _): ScriptedKey.clientPIN(request, retries: 8, token: ScriptedKey.token)
            case (bioEnrollment, 3): .ok()
            case (bioEnrollment, 7): .ok([1: 1, 2: 1, 3: 4])
            case (bioEnrollment, let subCommand?): answer(subCommand)
            default: .status(.invalidCommand)
            }
        }
    }

    /// Returns a key with these sample results, each with the number of remaining samples.
    private static func key(
        samples: (status: Int, remaining: Int)..., naming: ScriptedKey.Answer = .ok()
    ) -> ScriptedKey {
        let left = Mutex(samples)
        return key { subCommand in
            switch subCommand {
            case 1, 2: break
            case 4: return .status(.invalidOption)
            case 5: return naming
            default: return .ok()
            }
            let sample = left.withLock { $0.removeFirst() }
            let first: [(CBOR, CBOR)] = subCommand == 1 ? [(4, .bytes(id))] : []
            return .ok(.map(CBORMap(first + [(5, .int(sample.status)), (6, .int(sample.remaining))])))
        }
    }

    private static func subCommands(_ key: ScriptedKey) -> [Int?] {
        key.requests(bioEnrollment).map { $0.parameters[2]?.intValue }
    }

    @Test("A finger is enrolled in samples, each one reported, and named")
    func aFingerIsEnrolledInSamplesAndNamed() async throws {
        let key = Self.key(samples: (5, 4), (0, 3), (0x0E, 3), (0, 0))
        let person = TestInteraction(pins: "1234")
        let told = Mutex<[FingerprintEnrollmentProgress]>([])
        let fingerprint = try await KeyManager(key, person).enrollFingerprint(name: "thumb") { progress in
            told.withLock { $0.append(progress) }
        }
        #expect(fingerprint == KeyFingerprint(id: Self.id, name: "thumb"))
        #expect(
            told.withLock { $0 } == [
                FingerprintEnrollmentProgress(remainingSamples: 4),
                FingerprintEnrollmentProgress(lastSample: .tooFast, remainingSamples: 4),
                FingerprintEnrollmentProgress(lastSample: .good, remainingSamples: 3),
                FingerprintEnrollmentProgress(lastSample: .noUserPresenceTransition, remainingSamples: 3),
                FingerprintEnrollmentProgress(lastSample: .good, remainingSamples: 0),
            ])
        #expect(person.askedPINs.count == 1)
        #expect(Self.subCommands(key) == [7, 4, 1, 2, 2, 2, 5])
        #expect(key.requests.last?.parameters[3] == [1: .bytes(Self.id), 2: "thumb"])
    }

    @Test(
        "An enrollment that cannot succeed is canceled on the key and reported",
        arguments: [
            (0x0B, WebAuthnError.Name.invalidStateError, "enrolled already"),
            (0x0C, .constraintError, "no room for another fingerprint"),
            (0x0D, .notAllowedError, "waited too long"),
        ])
    func anEnrollmentThatLeadsNowhereIsCanceled(_ status: Int, _ name: WebAuthnError.Name, _ said: String) async {
        let key = Self.key(samples: (0, 3), (status, 3))
        let error = await #expect(throws: WebAuthnError.self) {
            try await KeyManager(key, TestInteraction(pins: "1234")).enrollFingerprint { _ in }
        }
        #expect(error?.name == name)
        #expect(error?.message.contains(said) == true)
        #expect(Self.subCommands(key) == [7, 4, 1, 2, 3])
    }

    @Test("An enrollment ends when its caller cancels it")
    func anEnrollmentIsCanceledFromOutside() async {
        let key = Self.key { $0 == 1 ? .untilCanceled : .status(.invalidOption) }
        let manager = KeyManager(key, TestInteraction(pins: "1234"))
        let enrolled = Task { try await manager.enrollFingerprint { _ in } }
        await key.isAwaited()
        manager.cancel()
        let error = await #expect(throws: WebAuthnError.self) { try await enrolled.value }
        #expect(error?.message == "the operation was canceled")
    }

    @Test("Fingerprints are listed with their IDs, their names and the sensor")
    func fingerprintsAreListed() async throws {
        let key = Self.key { _ in .ok([7: [[1: .bytes(Self.id), 2: "thumb"], [1: .bytes([9])]]]) }
        let found = try await KeyManager(key, TestInteraction(pins: "1234")).fingerprints()
        #expect(found.sensor == FingerprintSensor(kind: .touch, maxCaptureSamples: 4))
        #expect(
            found.fingerprints == [KeyFingerprint(id: Self.id, name: "thumb"), KeyFingerprint(id: [9], name: "")])
    }

    @Test("A key that answers invalidOption counts as having no fingerprints")
    func aKeyWithoutFingerprintsSaysThatAnOptionIsInvalid() async throws {
        let key = Self.key { _ in .status(.invalidOption) }
        let manager = KeyManager(key, TestInteraction(pins: "1234"))
        #expect(try await manager.fingerprints().fingerprints.isEmpty)
        for action in [
            { try await manager.removeFingerprint([9]) }, { try await manager.renameFingerprint([9], to: "x") },
        ]
            as [@Sendable () async throws -> Void]
        {
            let error = await #expect(throws: WebAuthnError.self) { try await action() }
            #expect(error?.name == .notAllowedError)
            #expect(error?.message.contains("no fingerprint with that ID") == true)
        }
    }

    @Test("A new fingerprint whose name the key refuses is removed again")
    func nothingIsEnrolledUnderANameThatIsTooLong() async {
        let key = Self.key(samples: (0, 1), (0, 0), naming: .status(.invalidLength))
        let error = await #expect(throws: WebAuthnError.self) {
            try await KeyManager(key, TestInteraction(pins: "1234")).enrollFingerprint(name: "x") { _ in }
        }
        #expect(error?.name == .constraintError)
        #expect(Self.subCommands(key) == [7, 4, 1, 2, 5, 6])
        #expect(key.requests.last?.parameters[3] == [1: .bytes(Self.id)])
    }

    @Test("A wrong PIN is reported before a finger is requested")
    func aWrongPINShowsBeforeAFingerIsWanted() async {
        let key = Self.key { _ in .status(.pinInvalid) }
        let error = await #expect(throws: WebAuthnError.self) {
            try await KeyManager(key, TestInteraction(pins: "1234", "1234")).enrollFingerprint { progress in
                Issue.record("\(progress)")
            }
        }
        #expect(error?.message.contains("refused the PIN") == true)
    }

    @Test("Renaming a fingerprint to a name that is too long is refused")
    func aNameThatIsTooLong() async {
        let key = Self.key { _ in .status(.invalidLength) }
        let error = await #expect(throws: WebAuthnError.self) {
            try await KeyManager(key, TestInteraction(pins: "1234")).renameFingerprint(Self.id, to: "x")
        }
        #expect(error?.name == .constraintError)
    }

    @Test(
        "A key without a fingerprint sensor or a PIN is refused before any request",
        arguments: [
            (["clientPin": true], .notSupportedError, "has no fingerprint sensor"),
            (["clientPin": false, "bioEnroll": false], .notAllowedError, "set one"),
        ] as [(CBOR, WebAuthnError.Name, String)])
    func aKeyThatCannot(_ options: CBOR, _ name: WebAuthnError.Name, _ said: String) async {
        let key = Self.key(info: Self.info(options)) { _ in .ok() }
        let person = TestInteraction(pins: "1234")
        let error = await #expect(throws: WebAuthnError.self) { try await KeyManager(key, person).fingerprints() }
        #expect(error?.name == name)
        #expect(error?.message.contains(said) == true)
        #expect(person.askedPINs.isEmpty && key.requests.isEmpty)
    }
}
