import CheckoutContracts
import ToqueEncoding

/// Yuno: a payment by Pix, whose code links to the payer's bank.
enum YunoSteps {
    static let payment = [session, pay, JourneyStep.approval("/pix/{handle}", after: pay.name), show]

    private static let session = JourneyStep("POST /v1/checkout/sessions", needsThought: true) {
        (run) throws(StepFailure) in
        let amount = YunoAmount(
            currency: try run.currency("BRL"), value: ExactDecimal(minorUnits: 1050, exponent: 2))
        let body = CreateYunoSessionRequest(
            // The sandbox has one account.
            accountID: "00000000-0000-4000-8000-00000000000a", merchantOrderID: "load-test",
            paymentDescription: "Load test", country: "BR", amount: amount
        ).json
        run.state.values["session"] = try await run.send(
            run.checkout(.post("/v1/checkout/sessions", body), merchant(run), scenario: true),
            named: "POST /v1/checkout/sessions", expecting: [200]
        ) { (answer) throws(AnswerProblem) in .string(try answer.object().text("checkout_session")) }
    }

    private static let pay = JourneyStep("POST /v1/sdk/sessions/{session}/payment") { (run) throws(StepFailure) in
        let id = try run.text("session", of: session.name)
        let body = YunoDevicePaymentRequest(
            paymentMethod: .init(type: YunoPaymentMethodType.pix.rawValue), countryCode: "BR"
        ).json
        (run.state.values["payment"], run.state.values["page"]) = try await run.send(
            run.checkout(.post("/v1/sdk/sessions/\(id)/payment", body), device(run)),
            named: "POST /v1/sdk/sessions/{session}/payment", expecting: [201]
        ) { (answer) throws(AnswerProblem) in
            let json = try answer.object()
            return (.string(try json.text("payment")), .string(try json.text("action", "url")))
        }
    }

    private static let show = JourneyStep("GET /v1/payments/{id}") { (run) throws(StepFailure) in
        let id = try run.text("payment", of: pay.name)
        let request = run.checkout(.get("/v1/payments/\(id)"), merchant(run))
        _ = try await run.poll { () throws(StepFailure) in
            try await run.send(request, named: "GET /v1/payments/{id}", expecting: [200]) {
                (answer) throws(AnswerProblem) in
                try answer.object().isReached(
                    "SUCCEEDED", at: ["status"], from: ["CREATED", "READY_TO_PAY", "PENDING"])
            }
        }
    }

    private static func device(_ run: JourneyRun) -> [(name: String, value: String)] {
        [("public-api-key", run.plan.key.id)]
    }

    private static func merchant(_ run: JourneyRun) -> [(name: String, value: String)] {
        device(run) + [("private-secret-key", run.plan.key.secret)]
    }
}
