import SandboxKit

extension PixScenario {
    /// The source of `docs/scenarios.md`.
    static let catalog = ScenarioCatalog(usual: success, others: ofEnrollments + ofPayments + ofTheWay)

    static let success = PixScenario(
        name: "success", summary: "Everything goes well. The default.",
        kinds: Set(ObjectKind.allCases))

    /// Network faults for any object. Append only: the numbers of the institutions with these scenarios depend on it.
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
            summary: "The first 2 requests of a kind (N with unavailable:N) get 503 and change nothing.",
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
            name: "reordered_webhooks", summary: "Webhooks arrive out of order.",
            kinds: Set(ObjectKind.allCases), webhookFaults: [.reorderedWebhooks]),
    ]
}
