import CLibFIDO2
import CTAP
import Glibc
import Testing
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct FailureTests {
    private static var person: TestInteraction { TestInteraction() }

    private static func sign(_ key: SecurityKey) async throws -> GetAssertionResponse {
        try await key.getAssertion(.sample(), interaction: person)
    }

    @Test(
        "A CTAP status becomes a WebAuthn error that names it",
        arguments: [
            (CTAPStatus.credentialExcluded, WebAuthnError.Name.invalidStateError), (.keyStoreFull, .constraintError),
            (.unsupportedAlgorithm, .notSupportedError), (.operationDenied, .notAllowedError),
            (.userActionTimeout, .notAllowedError), (.noCredentials, .notAllowedError), (.other, .unknownError),
        ])
    func statusesBecomeErrorsThatNameThem(_ status: CTAPStatus, _ name: WebAuthnError.Name) async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(ScriptedKey { _ in .status(status) }).makeCredential(
                .sample(), interaction: Self.person)
        }
        #expect(error?.name == name)
        #expect(error?.message.contains("FIDO_ERR_") == true)
    }

    @Test("Every status that libfido2 names has an error message")
    func noStatusIsForgotten() {
        let named = (-20...0xFF).map { FIDOStatus(code: $0) }.filter { $0.description != "FIDO_ERR_UNKNOWN" }
        #expect(named.count > 40)
        #expect(named.filter { $0 != .ok && FIDOStatus.table[$0.code] == nil }.isEmpty)
        #expect(FIDOStatus(code: 0xF7).error(of: "the key").message.contains("247"))
    }

    @Test("Canceling the task cancels the operation on the key")
    func cancelingTheTaskCancelsTheKey() async {
        let key = ScriptedKey { _ in .untilCanceled }
        let task = Task { try await Self.sign(SecurityKey(key)) }
        await key.isAwaited()
        task.cancel()
        let error = await #expect(throws: WebAuthnError.self) { try await task.value }
        #expect(error == FIDODevice.canceled)
    }

    @Test("cancel() ends the operation in progress and not the next one")
    func cancelEndsWhatIsUnderWayAndNothingElse() async throws {
        let isFirst = Once()
        let key = ScriptedKey { _ in isFirst.take() ? .untilCanceled : .ok(ScriptedKey.assertion()) }
        let securityKey = SecurityKey(key)
        let task = Task { try await Self.sign(securityKey) }
        await key.isAwaited()
        securityKey.cancel()
        await #expect(throws: FIDODevice.canceled) { try await task.value }
        #expect(try await Self.sign(securityKey).signature == [4, 5, 6])
    }

    @Test("An operation that waits for its turn can be canceled")
    func whatWaitsForItsTurnCanBeCanceled() async {
        let key = ScriptedKey { _ in .untilCanceled }
        let securityKey = SecurityKey(key)
        let first = Task { try await Self.sign(securityKey) }
        await key.isAwaited()
        let second = Task { try await securityKey.capabilities() }
        second.cancel()
        await #expect(throws: FIDODevice.canceled) { try await second.value }
        first.cancel()
        await #expect(throws: FIDODevice.canceled) { try await first.value }
    }

    @Test(
        "A key that ignores a cancellation is given up and can be used again",
        arguments: [ScriptedKey.Answer.deaf, .silent])
    func aKeyThatIgnoresACancellationIsGivenUp(_ answer: ScriptedKey.Answer) async throws {
        let isFirst = Once()
        let key = ScriptedKey { _ in isFirst.take() ? answer : .ok(ScriptedKey.assertion()) }
        let securityKey = SecurityKey(key, cancellation: .milliseconds(1))
        let task = Task { try await Self.sign(securityKey) }
        await key.isAwaited()
        task.cancel()
        await #expect(throws: FIDODevice.canceled) { try await task.value }
        // Its thread is free again.
        #expect(try await Self.sign(securityKey).signature == [4, 5, 6])
    }

    @Test("Opening a silent device can be canceled")
    func openingADeviceThatSaysNothingCanBeCanceled() async {
        let key = ScriptedKey(flags: 0x04) { _ in .silent }
        let task = Task { try await SecurityKey(key).capabilities() }
        await key.isAwaited()
        task.cancel()
        await #expect(throws: FIDODevice.canceled) { try await task.value }
    }

    @Test("The client gives up a key that stops answering")
    func aKeyThatFallsSilentIsGivenUp() async {
        let key = SecurityKey(ScriptedKey { _ in .silent }, silence: .milliseconds(1))
        let error = await #expect(throws: WebAuthnError.self) { try await Self.sign(key) }
        #expect(error?.name == .unknownError)
        #expect(error?.message.contains("not answered") == true)
    }

    /// Like /dev/zero.
    @Test("The client gives up a device that only sends reports on another channel")
    func aDeviceThatIsFullOfReportsOfOthersIsGivenUp() async {
        let key = SecurityKey(Chatter(), silence: .milliseconds(1))
        let error = await #expect(throws: WebAuthnError.self) { try await key.capabilities() }
        #expect(error?.isUnreachable == true)
        #expect(error?.message.contains("not answered") == true)
    }

    @Test("A key in use by another program is reported as busy")
    func aKeyThatIsBusyWithAnotherProgramSaysSo() async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await Self.sign(SecurityKey(ScriptedKey { _ in .refusal(.channelBusy) }))
        }
        #expect(error?.name == .notAllowedError)
        #expect(error?.message.contains("busy with another program") == true)
    }

    /// Each key has its own thread; that thread and the connection's end with the key.
    @Test("Released keys leave no threads behind")
    func keysThatAreGoneLeaveNoThreadsBehind() async throws {
        for _ in 0..<600 { _ = try await SecurityKey(ScriptedKey()).capabilities() }
        let threads = try #require(opendir("/proc/self/task"))
        defer { closedir(threads) }
        var count = 0
        while readdir(threads) != nil { count += 1 }
        // Other tests have threads, too.
        #expect(count < 500)
    }

    @Test("A key that is unplugged during an operation is reported with how to recover")
    func aKeyThatIsUnpluggedMidwayIsAnErrorThatSaysSo() async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await Self.sign(SecurityKey(ScriptedKey { _ in .unplugged }))
        }
        #expect(error?.name == .unknownError)
        #expect(error?.message.contains("plug it in") == true)
    }

    @Test("A device without FIDO2 is refused as a U2F key")
    func aDeviceWithoutFIDO2IsNotTakenForOne() async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(ScriptedKey(flags: 0)).capabilities()
        }
        #expect(error?.name == .notSupportedError)
        #expect(error?.message.contains("U2F") == true)
    }

    @Test("The touched one of several keys answers and stays selected")
    func theOneOfSeveralKeysThatIsTouchedAnswers() async throws {
        let idle = ScriptedKey { _ in .untilCanceled }
        let gone = ScriptedKey { _ in .unplugged }
        let touched = ScriptedKey(info: ScriptedKey.info(options: ["clientPin": true])) { request in
            // A touch is reported by an error about the empty pinUvAuthParam.
            request.command == 0x01 ? .status(.pinInvalid) : .ok(ScriptedKey.assertion())
        }
        let keys = [("idle", idle), ("gone", gone), ("touched", touched)].map {
            KeyCandidate(id: $0.0, name: $0.0, transport: $0.1)
        }
        let securityKey = SecurityKey(worker: KeyWorker { keys })
        let person = TestInteraction()
        #expect(try await securityKey.getAssertion(.sample(), interaction: person).signature == [4, 5, 6])
        #expect(person.askedTouches.map(\.operation) == [.select, .authenticate])
        // The key stays selected.
        _ = try await securityKey.getAssertion(.sample(), interaction: person)
        #expect(person.askedTouches.map(\.operation) == [.select, .authenticate, .authenticate])
        #expect(idle.requests.map(\.command) == [0x01])
    }

    @Test("Waiting for a touch on one of several keys can be canceled")
    func waitingForOneOfSeveralKeysCanBeCanceled() async {
        let keys = [ScriptedKey { _ in .untilCanceled }, ScriptedKey { _ in .untilCanceled }]
        let worker = KeyWorker {
            keys.enumerated().map { KeyCandidate(id: "\($0)", name: "key \($0)", transport: $1) }
        }
        let task = Task { try await SecurityKey(worker: worker).capabilities() }
        for key in keys { await key.isAwaited() }
        task.cancel()
        await #expect(throws: FIDODevice.canceled) { try await task.value }
    }
}

/// A device that is not a key: it sends reports without end, on the unassigned channel 0.
private final class Chatter: ReportTransport, ReportConnection {
    func connect() throws -> any ReportConnection { self }
    func write(_ report: [UInt8]) throws {}
    func read(milliseconds: Int?) throws -> [UInt8]? { [UInt8](repeating: 0, count: 64) }
    func close() {}
}
