import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// ecommpay: a card with a challenge by its issuer.
enum EcommpaySteps {
    static let payment = [
        session, pay, challenge, JourneyStep.approval("/acs/{handle}", after: challenge.name), status,
    ]

    private static let session = JourneyStep("POST /sdk/v1/session", needsThought: true) { (run) throws(StepFailure) in
        let id = Hex.encode(SystemRandom().bytes(16))
        var options = EcommpayPaymentOptions(
            projectID: project(run), paymentID: id, paymentAmount: 1999, paymentCurrency: "USD",
            paymentDescription: "Load test", customerID: "user-\(run.device.number)")
        options.additionalFields = [EcommpayAdditionalField(.customer_email, "ana@loja.example")]
        options.signature = EcommpaySignature.sign(options.stringToSign, key: secret(run))
        run.state.values["payment"] = .string(id)
        run.state.values["session"] = try await run.send(
            run.checkout(.post("/sdk/v1/session", options.json), scenario: true), named: "POST /sdk/v1/session",
            expecting: [201]
        ) { (answer) throws(AnswerProblem) in .string(try answer.object().text("session")) }
    }

    private static let pay = JourneyStep("POST /sdk/v1/session/{session}/pay") { (run) throws(StepFailure) in
        let id = try run.text("session", of: session.name)
        try await run.send(
            run.checkout(.post("/sdk/v1/session/\(id)/pay", ["method": "card", "token": "tok_success"])),
            named: "POST /sdk/v1/session/{session}/pay", expecting: [200]
        ) { _ in }
    }

    private static let challenge = JourneyStep("GET /sdk/v1/session/{session}") { (run) throws(StepFailure) in
        let id = try run.text("session", of: session.name)
        let request = run.checkout(.get("/sdk/v1/session/\(id)"))
        run.state.values["page"] = try await run.poll { () throws(StepFailure) in
            try await run.send(request, named: "GET /sdk/v1/session/{session}", expecting: [200]) {
                (answer) throws(AnswerProblem) in try answer.object()["acs_url"]
            }
        }
    }

    private static let status = JourneyStep("POST /v2/payment/status") { (run) throws(StepFailure) in
        let id = try run.text("payment", of: session.name)
        let general: JSONObject = ["general": ["project_id": .int(project(run)), "payment_id": .string(id)]]
        let body = JSON.object(EcommpaySignature.signing(gateRequest: general, key: secret(run)))
        let request = run.checkout(.post("/v2/payment/status", body))
        _ = try await run.poll { () throws(StepFailure) in
            try await run.send(request, named: "POST /v2/payment/status", expecting: [200]) {
                (answer) throws(AnswerProblem) in
                try answer.object().isReached(
                    "success", at: ["payment", "status"],
                    from: EcommpayPaymentStatus.Pending.allCases.map(\.rawValue))
            }
        }
    }

    private static func project(_ run: JourneyRun) -> Int { Int(run.plan.key.id) ?? 0 }

    private static func secret(_ run: JourneyRun) -> SecretBytes { SecretBytes(copying: run.plan.key.secret.utf8) }
}
