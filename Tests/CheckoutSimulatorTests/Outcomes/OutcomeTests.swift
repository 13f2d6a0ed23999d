import Sandbox
import Testing

@testable import CheckoutSimulator

/// The tables of `docs/outcomes.md`, with the SDKs that apps use. The Python tests check the exit codes of `toque
/// checkout pay`.
@Suite("Outcomes", .sandboxes) struct OutcomeTests {
    @Test("A payment ends as its row of docs/outcomes.md says", arguments: OutcomeRow.all)
    func outcome(row: OutcomeRow) async throws {
        let sandboxes = try #require(OutcomeSandboxes.current)
        var outcome =
            switch row.provider {
            case .ecommpay: try await EcommpayOutcome(row, sandboxes.ecommpay).outcome()
            case .placetoPay: try await PlacetoPayOutcome(row, sandboxes.placetoPay).outcome()
            case .takeMe: try await TakeMeOutcome(row, sandboxes.takeMe).outcome()
            case .yuno: try await YunoOutcome(row, sandboxes.yuno).outcome()
            }
        var expected = Outcome(result: row.result, status: row.status, webhooks: row.webhooks)
        if row.scenario.hasSuffix("reordered_webhooks") {
            // They overtake each other during delivery, in an order that the queue does not show.
            outcome.webhooks.sort()
            expected.webhooks.sort()
        }
        #expect(outcome == expected)
    }

    @Test("Every line of the page's tables is a row or a heading")
    func lines() {
        let heads = Array(
            repeating: "| Method | Scenario | Person | Backend | Clock | Result | Status | Webhooks | Exit |", count: 4)
        #expect(OutcomeRow.others == heads)
    }

    @Test("Every scenario has a row, under its name, its token or its amount", arguments: OutcomeRow.Provider.allCases)
    func scenarios(provider: OutcomeRow.Provider) {
        let chosen = OutcomeRow.all.filter { $0.provider == provider }.map(\.scenario)
        let (names, amounts) = Self.catalog(of: provider)
        let seen = Set(
            chosen.flatMap { text in
                [text, amounts.scenario(of: text) ?? "", "payment.\(text.dropFirst(4))", String(text.dropFirst(4))]
            })
        #expect(names.filter { $0 != "success" && !seen.contains($0) } == [])
        #expect(!chosen.isEmpty)
    }

    private static func catalog(of provider: OutcomeRow.Provider) -> (names: [String], amounts: [MagicValue]) {
        switch provider {
        case .ecommpay: (EcommpayScenario.catalog.all.map(\.name), EcommpayScenario.magicAmounts)
        case .placetoPay:
            // These scenarios affect only the merchant's server: `PlacetoPayFaultTests`.
            (
                PlacetoPayScenario.catalog.all.map(\.name).filter {
                    !["unavailable", "connection_reset", "truncated_body"].contains($0)
                }, PlacetoPayMagic.values
            )
        case .takeMe: (TakeMeScenario.catalog.all.map(\.name), TakeMeScenario.magicAmounts)
        case .yuno: (YunoScenario.catalog.all.map(\.name), YunoTestValues.magicAmounts)
        }
    }
}

/// The four providers, each with a tenant for every row.
struct OutcomeSandboxes: Sendable {
    let ecommpay: EcommpaySandbox
    let placetoPay: PlacetoPayShop
    let takeMe: TakeMeSandbox
    let yuno: YunoSandbox

    @TaskLocal static var current: OutcomeSandboxes?

    static func run(_ body: () async throws -> Void) async throws {
        func configuration(_ provider: OutcomeRow.Provider, _ key: (OutcomeRow) -> APIKey) -> SandboxConfiguration {
            var configuration = SandboxConfiguration(
                keys: OutcomeRow.all.filter { $0.provider == provider }.map(key))
            // Webhooks have no receiver: the queue counts.
            configuration.webhooks = ["http://127.0.0.1:9/"]
            return configuration
        }
        var ecommpay = EcommpaySimulator.Configuration()
        ecommpay.durations.result = .zero
        try await EcommpaySandbox.run(
            configuration(.ecommpay, EcommpayOutcome.key), EcommpaySimulator.provider(ecommpay)
        ) { ecommpay in
            try await PlacetoPayShop.run(
                configuration(.placetoPay, PlacetoPayOutcome.key), PlacetoPayShop.provider
            ) { placetoPay in
                try await TakeMeSandbox.run(
                    configuration(.takeMe, TakeMeOutcome.key), TakeMeProvider(authorization: .passkey)
                ) { takeMe in
                    try await YunoSandbox.run(
                        configuration(.yuno, YunoOutcome.key), YunoProvider(authorization: .passkey)
                    ) { yuno in
                        try await $current.withValue(
                            OutcomeSandboxes(ecommpay: ecommpay, placetoPay: placetoPay, takeMe: takeMe, yuno: yuno),
                            operation: body)
                    }
                }
            }
        }
    }
}

/// Keeps the sandboxes running while a suite runs.
struct OutcomeSandboxesTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await OutcomeSandboxes.run(function)
    }
}

extension SuiteTrait where Self == OutcomeSandboxesTrait {
    static var sandboxes: Self { Self() }
}
