import CheckoutContracts
import ToqueEncoding

/// TakeMe: the payer authorizes a source, and the merchant's server charges it.
enum TakeMeSteps {
    static let payment = [source, JourneyStep.approval("/wallet/{handle}", after: source.name), charge, show]

    private static let source = JourneyStep("POST /v1/sources", needsThought: true) { (run) throws(StepFailure) in
        let currency = try run.currency("JPY")
        let body = TakeMeSourceRequest(amount: 1200, currency: currency, type: .weChatPay, description: "Load test")
            .json
        (run.state.values["source"], run.state.values["page"]) = try await run.send(
            run.checkout(.post("/v1/sources", body), bearer(run.plan.key.id), scenario: true),
            named: "POST /v1/sources", expecting: [201]
        ) { (answer) throws(AnswerProblem) in
            let json = try answer.object()
            return (.string(try json.text("id")), .string(try json.text("redirect", "url")))
        }
    }

    private static let charge = JourneyStep("POST /v1/charges") { (run) throws(StepFailure) in
        let id = try run.text("source", of: source.name)
        try await wait(for: TakeMeSourceStatus.Pending.chargeable.rawValue, id, run)
        let headers = bearer(run.plan.key.secret) + [("Idempotency-Key", id)]
        try await run.send(
            run.checkout(.post("/v1/charges", ["source": .string(id)]), headers), named: "POST /v1/charges",
            expecting: [201]
        ) { _ in }
    }

    private static let show = JourneyStep("GET /v1/sources/{id}") { (run) throws(StepFailure) in
        let id = try run.text("source", of: source.name)
        try await wait(for: TakeMeSourceStatus.Final.consumed.rawValue, id, run)
    }

    private static func wait(for status: String, _ id: String, _ run: JourneyRun) async throws(StepFailure) {
        let request = run.checkout(.get("/v1/sources/\(id)"), bearer(run.plan.key.secret))
        _ = try await run.poll { () throws(StepFailure) in
            try await run.send(request, named: "GET /v1/sources/{id}", expecting: [200]) {
                (answer) throws(AnswerProblem) in
                try answer.object().isReached(
                    status, at: ["status"], from: TakeMeSourceStatus.Pending.allCases.map(\.rawValue))
            }
        }
    }

    private static func bearer(_ key: String) -> [(name: String, value: String)] {
        [("Authorization", "Bearer \(key)")]
    }
}
