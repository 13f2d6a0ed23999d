import SandboxKit

extension PixScenario {
    /// `docs/scenarios.md` is made from it.
    static let catalog = ScenarioCatalog(usual: success, others: ofEnrollments + ofPayments + ofTheWay)

    static let success = PixScenario(
        name: "success", summary: "Everything goes well: what happens without a scenario.",
        kinds: Set(ObjectKind.allCases))

    /// What goes wrong on the way, whatever the object. Append only: the institutions that play them count along.
    static let ofTheWay: [PixScenario] = [
        PixScenario(
            name: "never_answers", summary: "The bank gives no options and no result, and the provider gives up.",
            kinds: Set(ObjectKind.allCases), enrollment: [.awaitingOptions: .nothing, .awaitingResult: .nothing],
            payment: [.awaitingResult: .nothing]),
        PixScenario(
            name: "options_delayed", summary: "The registration options come after 30 seconds.", kinds: [.enrollment],
            enrollment: [.awaitingOptions: .usual(after: .seconds(30))]),
        PixScenario(
            name: "slow", summary: "Answers take 2 seconds, the bank's results 60.", kinds: Set(ObjectKind.allCases),
            enrollment: [
                .awaitingOptions: .usual(after: .seconds(60)), .awaitingResult: .usual(after: .seconds(60)),
            ],
            payment: [.awaitingResult: .usual(after: .seconds(60))],
            faults: [.init(fault: .slow(.seconds(2)), targets: [.creation, .confirmation, .authorization])]),
        PixScenario(
            name: "institution_down", summary: "The bank is down: the object fails before the device has its turn.",
            kinds: Set(ObjectKind.allCases),
            enrollment: [.awaitingDecision: .event(.institutionFailed, after: .atOnce)],
            payment: [.awaitingAssertion: .event(.institutionFailed, after: .atOnce)]),
        PixScenario(
            name: "unavailable",
            summary: "So many requests of a kind (2, or N of unavailable:N) are answered with 503 and change nothing.",
            kinds: Set(ObjectKind.allCases),
            faults: [
                .init(fault: .unavailable(times: 2), targets: [.creation, .confirmation, .authorization])
            ], argument: "times"),
        PixScenario(
            name: "connection_reset", summary: "The object is made or changed, and the answer is lost.",
            kinds: Set(ObjectKind.allCases),
            faults: [.init(fault: .connectionReset, targets: [.creation, .confirmation, .authorization])]),
        PixScenario(
            name: "truncated_body", summary: "The answer ends in the middle of its body.",
            kinds: Set(ObjectKind.allCases),
            faults: [.init(fault: .truncatedBody, targets: [.creation, .completion])]),
        PixScenario(
            name: "duplicate_webhooks", summary: "Each webhook comes twice, with the same id.",
            kinds: Set(ObjectKind.allCases), webhookFaults: [.duplicateWebhooks]),
        PixScenario(
            name: "reordered_webhooks", summary: "Webhooks overtake each other.",
            kinds: Set(ObjectKind.allCases), webhookFaults: [.reorderedWebhooks]),
    ]
}
