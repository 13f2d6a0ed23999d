import Testing
import ToqueEncoding

@testable import Fleet

/// Users at a backend of their own, whose devices do something wrong on purpose.
@Suite(.timeLimit(.minutes(1))) struct MappedJourneyTests {
    private static func pay(_ fault: DeviceFault) -> String {
        "[journeys]\npay = 1\n[faults]\n\(fault.rawValue) = 1"
    }

    @Test("A replay sends the last answer again, and succeeds if the backend refuses it", arguments: [false, true])
    func replay(isCareless: Bool) async throws {
        try await OwnBackend(isCareless: isCareless).run(Self.pay(.replay)) { fleet, server in
            // The first payment has nothing to replay.
            let first = await fleet.user(0).run(from: .now)
            #expect(FleetSandbox.failures(first) == [])
            #expect(first.outcomes.last?.name == "POST /sign")
            let second = await fleet.user(0).run(from: .now)
            let names = second.outcomes.map(\.name)
            #expect(names == ["POST /sign-options", "DEVICE sign (replay)", "POST /sign (replay)"])
            let accepted = ["POST /sign (replay): answered 200, expected a refusal"]
            #expect(FleetSandbox.failures(second) == (isCareless ? accepted : []))
            let sent = server.requests.filter { $0.line == "POST /sign" }.map(\.body)
            #expect(sent.count == 2)
            #expect(sent.first == sent.last)
        }
    }

    @Test("A declined gesture ends the journey without a request and without a failure")
    func decline() async throws {
        try await OwnBackend().run(Self.pay(.decline)) { fleet, server in
            let turn = await fleet.user(0).run(from: .now)
            #expect(FleetSandbox.failures(turn) == [])
            #expect(turn.outcomes.last?.name == "DEVICE sign (decline)")
            #expect(server.requests.map(\.line) == ["POST /passkey-options", "POST /passkeys", "POST /sign-options"])
        }
    }

    @Test("After a crash, the app gets options again over a new connection, and signs those")
    func crash() async throws {
        try await OwnBackend().run(Self.pay(.crashAndResume)) { fleet, server in
            let turn = await fleet.user(0).run(from: .now)
            #expect(FleetSandbox.failures(turn) == [])
            let names = turn.outcomes.suffix(4).map(\.name)
            #expect(
                names == [
                    "POST /sign-options", "POST /sign-options (crash-and-resume)", "DEVICE sign (crash-and-resume)",
                    "POST /sign (crash-and-resume)",
                ])
            #expect(server.requests.map(\.connection) == [1, 1, 1, 2, 2])
        }
    }

    @Test("A user whom the backend refuses at a sign-in registers again in the next journey")
    func forgotten() async throws {
        try await OwnBackend().run("[journeys]\npay = 1") { fleet, _ in
            let user = fleet.user(0)
            #expect(FleetSandbox.failures(await user.run(from: .now)) == [])
            let sign = try #require(fleet.step(named: "POST /sign", of: .pay))
            // Sends the answer that the backend has had.
            let refused = await user.step(sign, fault: nil, scenario: nil, from: .now).turn
            #expect(FleetSandbox.failures(refused) == ["POST /sign: answered 403, expected 200 or 201 or 204"])
            let next = await user.run(from: .now)
            #expect(FleetSandbox.failures(next) == [])
            #expect(next.outcomes.first?.name == "POST /passkey-options")
        }
    }
}
