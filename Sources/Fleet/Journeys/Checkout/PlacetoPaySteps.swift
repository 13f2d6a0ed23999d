import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// PlacetoPay: a session with a page.
enum PlacetoPaySteps {
    static let payment = [
        session, JourneyStep.approval("/spa/session/{session}/{handle}", after: session.name), show,
    ]

    private static let session = JourneyStep("POST /api/session", needsThought: true) { (run) throws(StepFailure) in
        let currency = try run.currency("COP")
        let amount = PlacetoPayAmount(currency: currency, total: ExactDecimal(minorUnits: 165_000, exponent: 0))
        let body = PlacetoPaySessionRequest(
            auth: auth(run), payment: .init(reference: "load-test", amount: amount),
            returnURL: "https://merchant.example/paid", ipAddress: "127.0.0.1", userAgent: "toque fleet"
        ).json
        (run.state.values["session"], run.state.values["page"]) = try await run.send(
            run.checkout(.post("/api/session", body), scenario: true), named: "POST /api/session", expecting: [200]
        ) { (answer) throws(AnswerProblem) in
            let json = try answer.object()
            guard let id = json["requestId"], id.intValue != nil else {
                throw AnswerProblem("the answer has no number requestId")
            }
            return (id, .string(try json.text("processUrl")))
        }
    }

    private static let show = JourneyStep("POST /api/session/{session}") { (run) throws(StepFailure) in
        let id = try run.text("session", of: session.name)
        _ = try await run.poll { () throws(StepFailure) in
            // Each request has a nonce of its own.
            let body = PlacetoPayInformationRequest(auth: auth(run)).json
            return try await run.send(
                run.checkout(.post("/api/session/\(id)", body)), named: "POST /api/session/{session}",
                expecting: [200]
            ) { (answer) throws(AnswerProblem) in
                try answer.object().isReached(
                    PlacetoPayStatus.Word.approved.rawValue, at: ["status", "status"],
                    from: [PlacetoPayStatus.Word.pending.rawValue])
            }
        }
    }

    private static func auth(_ run: JourneyRun) -> PlacetoPayAuth {
        PlacetoPayAuth(
            login: run.plan.key.id, secretKey: SecretBytes(copying: run.plan.key.secret.utf8), random: SystemRandom(),
            at: .now())
    }
}
