import Testing
import ToqueWebAuthn
import WebAuthnClient

/// A clock that the test moves.
@Suite struct CeremonyTimerTests {
    private let clock = ManualClock()

    private func absentPersonsClient() throws -> WebAuthnClient {
        WebAuthnClient(authenticator: try FakeAuthenticator(), interaction: AbsentPerson(), clock: clock)
    }

    private func start(
        milliseconds: Int? = nil, timeout: Duration? = nil, with client: WebAuthnClient? = nil
    ) throws -> Task<AuthenticationResponse, any Error> {
        let client = try client ?? absentPersonsClient()
        let options = PublicKeyCredentialRequestOptions(
            challenge: [1], timeout: milliseconds, rpID: "belvo.com")
        return Task { try await client.get(options, timeout: timeout) }
    }

    @Test(
        "The timeout in options is clamped to 30 to 600 seconds, the caller's is not",
        arguments: [
            (nil, nil, 300), (60_000, nil, 60), (0, nil, 30), (29_999, nil, 30), (600_001, nil, 600),
            (Int.max, nil, 600),
            (60_000, 5, 5), (nil, 3600, 3600),
        ] as [(Int?, Int?, Int)])
    func theTimeThatAPersonHas(milliseconds: Int?, override: Int?, seconds: Int) async throws {
        let ceremony = try start(milliseconds: milliseconds, timeout: override.map { .seconds($0) })
        #expect(await clock.sleeper() == .seconds(seconds))
        clock.advance(by: .seconds(seconds))
        await expect("NotAllowedError: nobody confirmed within \(seconds).0 seconds; try again") {
            try await ceremony.value
        }
    }

    @Test("A ceremony does not end before its timeout")
    func nothingHappensBeforeTheTimeIsOver() async throws {
        let ceremony = try start()
        _ = await clock.sleeper()
        clock.advance(by: .milliseconds(299_999))
        #expect(await clock.sleeper() == .milliseconds(1))
        clock.advance(by: .milliseconds(1))
        await expect("NotAllowedError: nobody confirmed within 300.0 seconds; try again") { try await ceremony.value }
    }

    @Test("Ceremonies of a client share one sleeping task, and each ends at its own timeout")
    func oneSleeperForAll() async throws {
        let client = try absentPersonsClient()
        let long = try start(timeout: .seconds(300), with: client)
        #expect(await clock.sleeper() == .seconds(300))
        let short = try start(timeout: .seconds(30), with: client)
        while await clock.sleeper() != .seconds(30) { await Task.yield() }
        let longest = try start(timeout: .seconds(600), with: client)
        clock.advance(by: .seconds(30))
        await expect("NotAllowedError: nobody confirmed within 30.0 seconds; try again") { try await short.value }
        #expect(await clock.sleeper() == .seconds(270))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(270))
        await expect("NotAllowedError: nobody confirmed within 300.0 seconds; try again") { try await long.value }
        longest.cancel()
        await expect("AbortError: the ceremony was canceled by its caller") { try await longest.value }
    }

    @Test("A ceremony after the last one's time gets its whole time")
    func theSleeperComesBack() async throws {
        let client = try absentPersonsClient()
        let canceled = try start(with: client)
        _ = await clock.sleeper()
        canceled.cancel()
        await expect("AbortError: the ceremony was canceled by its caller") { try await canceled.value }
        clock.advance(by: .seconds(300))
        #expect(clock.sleepers == 0)
        let next = try start(with: client)
        #expect(await clock.sleeper() == .seconds(300))
        clock.advance(by: .seconds(300))
        await expect("NotAllowedError: nobody confirmed within 300.0 seconds; try again") { try await next.value }
    }

    @Test("Canceling the task aborts the ceremony")
    func cancelingAborts() async throws {
        let ceremony = try start()
        _ = await clock.sleeper()
        ceremony.cancel()
        await expect("AbortError: the ceremony was canceled by its caller") { try await ceremony.value }
    }

    @Test("A ceremony canceled beforehand does not reach the authenticator")
    func whatIsCanceledBeforehandIsNotStarted() async throws {
        let authenticator = try FakeAuthenticator()
        let client = WebAuthnClient(authenticator: authenticator, interaction: Person.approving, clock: clock)
        let ceremony = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.get(.init(challenge: [1], rpID: "belvo.com"))
        }
        await expect("AbortError: the ceremony was canceled by its caller") { try await ceremony.value }
        #expect(authenticator.asked.asserting == nil)
    }
}
