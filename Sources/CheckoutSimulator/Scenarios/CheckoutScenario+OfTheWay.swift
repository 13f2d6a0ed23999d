import Sandbox
import SandboxKit

extension CheckoutScenario {
    /// Network failures, the same for all providers.
    /// - Parameters:
    ///   - kinds: the kinds of objects that play them.
    ///   - automatic: the states that the other side leaves by itself.
    package static func ofTheWay(_ kinds: Set<Kind>, automatic: Set<State>) -> [Self] {
        func scenario(_ name: String, _ summary: String, _ change: (inout Self) -> Void) -> Self {
            var scenario = Self(name: name, summary: summary, kinds: kinds)
            change(&scenario)
            return scenario
        }
        let all = Set(CheckoutTarget.allCases)
        return [
            scenario("never_answers", "The other side never answers, and the time runs out.") { scenario in
                for state in automatic { scenario.steps[state] = .nothing }
            },
            scenario("slow", "Answers take 2 seconds, results 60.") { scenario in
                for state in automatic { scenario.steps[state] = .usual(after: .seconds(60)) }
                scenario.faults = [FaultRule(fault: .slow(.seconds(2)), targets: all)]
            },
            scenario(
                "unavailable",
                "The first 2 requests of a kind (N with unavailable:N) get 503 and change nothing."
            ) { scenario in
                scenario.faults = [FaultRule(fault: .unavailable(times: 2), targets: all)]
                scenario.argument = "times"
            },
            scenario("connection_reset", "The object is made or changed, and the answer is lost.") { scenario in
                scenario.faults = [FaultRule(fault: .connectionReset, targets: all)]
            },
            scenario("truncated_body", "The answer ends in the middle of its body.") { scenario in
                scenario.faults = [FaultRule(fault: .truncatedBody, targets: all)]
            },
            scenario("duplicate_webhooks", "Each webhook comes twice, with the same id.") {
                $0.webhookFaults = [.duplicateWebhooks]
            },
            scenario("reordered_webhooks", "Webhooks arrive out of order.") {
                $0.webhookFaults = [.reorderedWebhooks]
            },
            scenario(
                "webhook_badly_signed",
                "The first attempt of each webhook has a wrong signature, the retry a right one."
            ) { $0.webhookFaults = [.badlySignedWebhooks] },
        ]
    }
}
