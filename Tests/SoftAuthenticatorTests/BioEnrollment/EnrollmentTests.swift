import CTAP
import Synchronization
import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Enrolling a finger")
struct EnrollmentTests {
    typealias Bio = AuthenticatorBioEnrollment

    private let storage = MemoryCredentialStore()

    private func sample(
        _ bench: FingerprintBench, _ token: Device.Token, _ id: [UInt8], _ gesture: UserGesture
    ) async throws -> (Bio.SampleStatus?, Int?) {
        bench.hand.will(gesture)
        let answer = try await bench.send(.enrollCaptureNextSample, token, id: id)
        #expect(answer.templateID == nil)
        return (answer.lastEnrollSampleStatus.flatMap(Bio.SampleStatus.init), answer.remainingSamples)
    }

    @Test("An enrollment takes four samples and is stored with the last one")
    func complete() async throws {
        let bench = try await FingerprintBench(storage: storage)
        let token = try await bench.token()
        let first = try await bench.send(.enrollBegin, token)
        #expect(first.lastEnrollSampleStatus == 0)
        #expect(first.remainingSamples == 3)
        let id = try #require(first.templateID)
        for remaining in [2, 1, 0] {
            #expect(storage.fingerprints().isEmpty)
            #expect(try await bench.device.getInfo().options["uv"] == false)
            let (status, left) = try await sample(bench, token, id, .finger("thumb"))
            #expect(status == .good)
            #expect(left == remaining)
        }
        #expect(storage.fingerprints() == [Fingerprint(id: id, finger: "thumb")])
        #expect(try await bench.device.getInfo().options["uv"] == true)
        #expect(
            bench.hand.prompts()
                == [4, 3, 2, 1].map {
                    GesturePrompt(operation: .enrollFingerprint(remainingSamples: $0), verification: .fingerprint)
                })
        // The enrollment has ended.
        let again = FingerprintBench.signed(.enrollCaptureNextSample, token, id: id)
        #expect(await status { _ = try await bench.send(again) } == .invalidOption)
    }

    @Test("An unreadable sample reports its fault and does not count", arguments: FingerprintFault.allCases)
    func faults(_ fault: FingerprintFault) async throws {
        let expected: [FingerprintFault: UInt8] = [
            .tooHigh: 0x01, .tooLow: 0x02, .tooLeft: 0x03, .tooRight: 0x04, .tooFast: 0x05, .tooSlow: 0x06,
            .poorQuality: 0x07, .tooSkewed: 0x08, .tooShort: 0x09, .mergeFailure: 0x0A, .noTransition: 0x0E,
        ]
        let bench = try await FingerprintBench(storage: storage)
        let token = try await bench.token()
        bench.hand.will(.badTouch(fault))
        // This includes the first sample: the enrollment has begun.
        let first = try await bench.send(.enrollBegin, token)
        #expect(first.lastEnrollSampleStatus == expected[fault])
        #expect(first.remainingSamples == 4)
        let id = try #require(first.templateID)
        #expect(try await sample(bench, token, id, .finger("thumb")) == (.good, 3))
        let bad = try await sample(bench, token, id, .badTouch(fault))
        #expect(bad.0?.rawValue == expected[fault])
        #expect(bad.1 == 3)
        for remaining in [2, 1, 0] {
            #expect(try await sample(bench, token, id, .finger("thumb")) == (.good, remaining))
        }
        #expect(bench.fingers == ["thumb"])
    }

    @Test("A sample of another finger does not merge with those before")
    func otherFinger() async throws {
        let bench = try await FingerprintBench(storage: storage)
        let token = try await bench.token()
        let id = try #require(try await bench.send(.enrollBegin, token).templateID)
        #expect(try await sample(bench, token, id, .finger("index")) == (.mergeFailure, 3))
        #expect(try await sample(bench, token, id, .finger("thumb")) == (.good, 2))
    }

    @Test("A finger that is already enrolled is reported and does not count as a sample")
    func enrolledFinger() async throws {
        let bench = try await FingerprintBench(fingers: ["thumb"], storage: storage)
        let token = try await bench.token()
        let first = try await bench.send(.enrollBegin, token)
        #expect(first.lastEnrollSampleStatus == 0x0B)
        #expect(first.remainingSamples == 4)
        let id = try #require(first.templateID)
        #expect(try await sample(bench, token, id, .finger("index")) == (.good, 3))
        #expect(try await sample(bench, token, id, .finger("thumb")) == (.exists, 3))
    }

    @Test("An approval counts as the finger that fits the enrollment")
    func approval() async throws {
        let bench = try await FingerprintBench(storage: storage)
        let token = try await bench.token()
        bench.hand.will(.approve)
        for _ in 1...3 { try await bench.enroll(token) }
        #expect(bench.fingers == ["finger", "finger 2", "finger 3"])
        bench.hand.will(.finger("thumb"), .approve)
        try await bench.enroll(token)
        #expect(bench.fingers.last == "thumb")
    }

    @Test("Declining ends the command but not the enrollment")
    func decline() async throws {
        let bench = try await FingerprintBench(storage: storage)
        let token = try await bench.token()
        bench.hand.will(.decline)
        #expect(await status { _ = try await bench.send(.enrollBegin, token) } == .operationDenied)
        bench.hand.will(.finger("thumb"))
        let id = try #require(try await bench.send(.enrollBegin, token).templateID)
        bench.hand.will(.decline)
        #expect(await status { _ = try await bench.send(.enrollCaptureNextSample, token, id: id) } == .operationDenied)
        #expect(try await sample(bench, token, id, .finger("thumb")) == (.good, 2))
    }

    // MARK: Time

    @Test(
        "A sample is waited for as long as the platform says",
        arguments: [
            (nil, Duration.seconds(30)), (10_000, .seconds(10)), (0, .zero), (45_000, .seconds(45)),
            (3_600_000, .seconds(600)), (UInt64.max, .seconds(600)),
        ] as [(UInt64?, Duration)])
    func timeout(_ milliseconds: UInt64?, _ expected: Duration) async throws {
        let clock = HastyClock()
        let device = Device(
            .fingerprintKey, interaction: ScriptedInteraction(.timeout), userActionTimeout: .seconds(30), clock: clock)
        try await device.setPIN()
        let token = try await device.token(.bioEnrollment, rpID: nil)
        let begin = FingerprintBench.signed(.enrollBegin, token, timeout: milliseconds)
        guard case .bioEnrollment(let answer) = try await device.send(.bioEnrollment(begin)) else {
            throw Device.UnexpectedResponse()
        }
        #expect(answer.lastEnrollSampleStatus == 0x0D)
        #expect(answer.remainingSamples == 4)
        #expect(clock.asked.withLock { $0 } == [expected])
    }

    @Test("Canceling the task while a sample is awaited cancels the command")
    func cancellation() async throws {
        let interaction = SilentInteraction()
        let device = Device(.fingerprintKey, interaction: interaction, storage: storage)
        try await device.setPIN()
        let token = try await device.token(.bioEnrollment, rpID: nil)
        let begin = CTAPCommand.bioEnrollment(FingerprintBench.signed(.enrollBegin, token))
        let waiting = Task { await status { _ = try await device.send(begin) } }
        await interaction.waitUntilAsked()
        waiting.cancel()
        #expect(await waiting.value == .keepaliveCancel)
    }

    @Test("A power cut during a sample's prompt stores no fingerprint")
    func powerCutWhileWaiting() async throws {
        let interaction = SilentInteraction()
        let device = Device(.fingerprintKey, interaction: interaction, storage: storage)
        try await device.setPIN()
        let token = try await device.token(.bioEnrollment, rpID: nil)
        let begin = CTAPCommand.bioEnrollment(FingerprintBench.signed(.enrollBegin, token))
        let waiting = Task { await status { _ = try await device.send(begin) } }
        await interaction.waitUntilAsked()
        device.key.powerCycle()
        #expect(await waiting.value == .keepaliveCancel)
        #expect(storage.fingerprints().isEmpty)
    }

    // MARK: The end of an enrollment

    private func begun() async throws -> (FingerprintBench, Device.Token, id: [UInt8]) {
        let bench = try await FingerprintBench(storage: storage)
        let token = try await bench.token()
        return (bench, token, try #require(try await bench.send(.enrollBegin, token).templateID))
    }

    @Test("Other commands and other channels do not end an enrollment")
    func goesOn() async throws {
        let (bench, first, id) = try await begun()
        #expect(await status { _ = try await bench.enrolled(first) } == .invalidOption)
        _ = try await bench.device.getInfo()
        bench.device.key.channelChanged()
        // The ceremony's touch uses the token up, so the next command needs a new one.
        _ = try await bench.device.make()
        let token = try await bench.token()
        #expect(try await sample(bench, token, id, .finger("thumb")) == (.good, 2))
    }

    @Test("Canceling an enrollment needs no token and may be repeated")
    func cancel() async throws {
        let (bench, token, id) = try await begun()
        for isPrototype in [false, true, true] {
            #expect(try await bench.send(Bio(.cancelCurrentEnrollment, isPrototype: isPrototype)) == Bio.Response())
        }
        #expect(await status { _ = try await bench.send(.enrollCaptureNextSample, token, id: id) } == .invalidOption)
    }

    @Test("A new enrollment replaces the one in progress")
    func newOne() async throws {
        let (bench, token, id) = try await begun()
        let newID = try #require(try await bench.send(.enrollBegin, token).templateID)
        #expect(newID != id)
        #expect(await status { _ = try await bench.send(.enrollCaptureNextSample, token, id: id) } == .invalidOption)
        #expect(try await sample(bench, token, newID, .finger("thumb")) == (.good, 2))
    }

    @Test("A power cycle ends an enrollment")
    func powerCycle() async throws {
        let (bench, _, id) = try await begun()
        bench.device.key.powerCycle()
        let token = try await bench.token()
        #expect(await status { _ = try await bench.send(.enrollCaptureNextSample, token, id: id) } == .invalidOption)
    }

    @Test("A reset ends an enrollment and forgets all fingers")
    func reset() async throws {
        let (bench, token, id) = try await begun()
        try await bench.enroll(token)
        let other = try #require(try await bench.send(.enrollBegin, token).templateID)
        bench.hand.will(.approve)
        _ = try await bench.device.send(.reset)
        #expect(storage.fingerprints().isEmpty)
        try await bench.device.setPIN()
        let newToken = try await bench.token()
        for id in [id, other] {
            #expect(
                await status { _ = try await bench.send(.enrollCaptureNextSample, newToken, id: id) } == .invalidOption)
        }
        #expect(try await bench.device.getInfo().options["uv"] == false)
    }

    // MARK: Room

    @Test("The key stores at most five fingers")
    func full() async throws {
        let bench = try await FingerprintBench(fingers: ["1", "2", "3", "4"], storage: storage)
        let token = try await bench.token()
        try await bench.enroll(token)
        _ = bench.hand.prompts()
        #expect(await status { _ = try await bench.send(.enrollBegin, token) } == .fpDatabaseFull)
        #expect(bench.hand.prompts().isEmpty)
        #expect(bench.fingers == ["1", "2", "3", "4", "thumb"])
    }

    @Test("A sample is refused if the storage has filled up since the last one")
    func fullMeanwhile() async throws {
        let (bench, token, id) = try await begun()
        for finger in ["1", "2", "3", "4", "5"] { storage.save(FingerprintBench.fingerprint(finger)) }
        #expect(await status { _ = try await bench.send(.enrollCaptureNextSample, token, id: id) } == .fpDatabaseFull)
    }

    @Test(
        "A template that cannot be stored is not reported and can be completed later",
        arguments: [(CredentialStorageError.Code.diskFull, CTAPStatus.fpDatabaseFull), (.readOnly, .other)])
    func failure(_ failure: CredentialStorageError.Code, _ expected: CTAPStatus) async throws {
        let watched = WatchedStorage()
        let bench = try await FingerprintBench(watched: watched)
        let token = try await bench.token()
        (watched.failing, watched.failure) = ("saveFingerprint", failure)
        let id = try #require(try await bench.send(.enrollBegin, token).templateID)
        for _ in 1...2 { _ = try await bench.send(.enrollCaptureNextSample, token, id: id) }
        #expect(await status { _ = try await bench.send(.enrollCaptureNextSample, token, id: id) } == expected)
        #expect(try watched.fingerprints().isEmpty)
        watched.failing = nil
        #expect(try await sample(bench, token, id, .finger("thumb")) == (.good, 0))
        #expect(try watched.fingerprints().map(\.id) == [id])
    }
}
