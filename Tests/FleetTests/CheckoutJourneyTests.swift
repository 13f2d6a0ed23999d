import CheckoutSimulator
import Sandbox
import Testing

@testable import Fleet

/// Payments at the checkout providers of a real sandbox.
@Suite struct CheckoutJourneyTests {
    private static func sandbox(_ provider: JourneyKind.CheckoutProvider) -> any SandboxProvider {
        switch provider {
        case .yuno: return YunoProvider()
        case .ecommpay:
            var configuration = EcommpaySimulator.Configuration()
            configuration.durations.result = .zero
            return EcommpaySimulator.provider(configuration)
        case .placetopay: return PlacetoPaySimulator.provider()
        case .takeme: return TakeMeProvider()
        }
    }

    @Test(
        "Each device pays with a passkey of its own, which it registers with its first payment",
        arguments: JourneyKind.CheckoutProvider.allCases)
    func payments(_ provider: JourneyKind.CheckoutProvider) async throws {
        let text = "[journeys]\n\"checkout:\(provider.rawValue)\" = 1"
        try await FleetSandbox.run(text, provider: Self.sandbox(provider), key: provider.sandboxKey) { fleet, server in
            let turns = await withTaskGroup(of: FleetTurn.self) { group in
                for number in 0..<4 { group.addTask { await fleet.user(number).run(from: .now) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(turns.flatMap(FleetSandbox.failures) == [])
            let names = turns.flatMap { $0.outcomes.map(\.name) }
            #expect(names.count { $0 == "DEVICE register" } == 4)
            #expect(names.count { $0 == "DEVICE sign" } == 4)
            let next = await fleet.user(0).run(from: .now)
            #expect(FleetSandbox.failures(next) == [])
            #expect(!next.outcomes.contains { $0.name == "DEVICE register" })
            // Another process with the same seed has none of the first one's passkeys.
            let other = try await FleetSandbox.fleet(text, server)
            let turn = await other.user(0).run(from: .now)
            #expect(FleetSandbox.failures(turn) == [])
            #expect(turn.outcomes.contains { $0.name == "DEVICE register" })
            await other.shutdown()
        }
    }

    @Test("A device pays again after more devices than a page has passkeys")
    func manyDevices() async throws {
        let text = "[journeys]\n\"checkout:yuno\" = 1"
        try await FleetSandbox.run(text, provider: YunoProvider(), key: FleetKey(id: "sandbox", secret: "sandbox")) {
            fleet, _ in
            var turns: [FleetTurn] = []
            for number in Array(0..<34) + [0] { turns.append(await fleet.user(number).run(from: .now)) }
            #expect(turns.flatMap(FleetSandbox.failures) == [])
            #expect(turns.count { $0.outcomes.contains { $0.name == "DEVICE register" } } == 34)
        }
    }

    @Test("A payment with a bad signature is refused on the payer's page, and that is a success")
    func refused() async throws {
        let text = "[journeys]\n\"checkout:yuno\" = 1\n[faults]\nbad-signature = 1"
        try await FleetSandbox.run(text, provider: YunoProvider(), key: FleetKey(id: "sandbox", secret: "sandbox")) {
            fleet, _ in
            let turn = await fleet.user(0).run(from: .now)
            #expect(FleetSandbox.failures(turn) == [])
            #expect(turn.outcomes.last?.name == "POST /pix/{handle} (bad-signature)")
        }
    }
}
