import PixAPI
import ToqueEncoding

/// The steps of an enrollment and a payment at the provider's API, as an app and its backend make them.
enum PixSteps {
    static let enrollment: [JourneyStep] = [
        createEnrollment, decide, completeRedirection, registrationOptions, register, confirm, showEnrollment,
    ]
    static let payment: [JourneyStep] = [createIntent, sign, authorize, showIntent]

    /// The value that an enrolled user has.
    static let enrolled = "enrolled"

    private static let createEnrollment = JourneyStep("POST /enrollments/", needsThought: true) {
        (run) throws(StepFailure) in
        let pix = run.plan.pix
        let body = CreateEnrollmentRequest(
            customer: .id(pix.customer), institution: pix.institution, platform: .crossPlatform,
            callbackURL: pix.callbackURL, riskSignals: run.device.riskSignals
        ).json
        run.state.values[enrolled] = nil
        run.state.registration = nil
        let request = run.request(.post("/enrollments/", body), scenarioOf: "enrollment")
        (run.state.values["enrollment"], run.state.values["page"]) = try await run.send(
            request, named: "POST /enrollments/", expecting: [201]
        ) { (answer) throws(AnswerProblem) in
            let json = try answer.object()
            return (.string(try json.text("id")), .string(try json.text("details", "redirect_url")))
        }
    }

    private static let decide = JourneyStep("POST /bank/authorize/{handle}", needsThought: true) {
        (run) throws(StepFailure) in
        let name = "POST /bank/authorize/{handle}"
        let page = try run.text("page", of: createEnrollment.name)
        let (server, path) = try await run.place(of: page, step: name)
        run.state.values["callback"] = try await run.send(
            .post(path, form: [("decision", "approve")]), named: name, to: server, expecting: [302, 303]
        ) { (answer) throws(AnswerProblem) in
            // The callback belongs to the app: nobody sends a request to it.
            guard let location = answer.header("Location") else {
                throw AnswerProblem("the answer has no Location")
            }
            return .string(location)
        }
    }

    private static let completeRedirection = JourneyStep("POST /enrollments/complete-redirection/") {
        (run) throws(StepFailure) in
        let callback = try run.text("callback", of: decide.name)
        // What the callback lacks, the provider judges.
        let body = (try? CompleteRedirectionRequest(callbackURL: callback).json) ?? [:]
        try await run.send(
            run.request(.post("/enrollments/complete-redirection/", body)),
            named: "POST /enrollments/complete-redirection/", expecting: [200]
        ) { _ in }
    }

    private static let registrationOptions = JourneyStep("GET /enrollments/{id}/fido-registration-options/") {
        (run) throws(StepFailure) in
        let id = try run.text("enrollment", of: createEnrollment.name)
        let request = run.request(.get("/enrollments/\(id)/fido-registration-options/"))
        run.state.values["registration options"] = try await run.poll { () throws(StepFailure) in
            // The provider answers 404 until the bank has made them.
            try await run.send(
                request, named: "GET /enrollments/{id}/fido-registration-options/", expecting: [200, 404]
            ) { (answer) throws(AnswerProblem) in answer.status == 200 ? try answer.object() : nil }
        }
    }

    private static let register = JourneyStep(StepName.register, needsThought: true) { (run) throws(StepFailure) in
        let options = try run.value("registration options", of: registrationOptions.name)
        try await run.register(options, origin: run.plan.origin)
    }

    private static let confirm = JourneyStep("POST /enrollments/{id}/confirm/") { (run) throws(StepFailure) in
        let id = try run.text("enrollment", of: createEnrollment.name)
        guard let made = run.state.registration else {
            throw .needs(value: "registration", of: StepName.register)
        }
        let body = ConfirmEnrollmentRequest(
            credentialID: made.credentialID, clientDataJSON: made.clientDataJSON,
            attestationObject: made.attestationObject, clientExtensionResults: made.clientExtensionResults
        ).json
        try await run.send(
            run.request(.post("/enrollments/\(id)/confirm/", body)), named: "POST /enrollments/{id}/confirm/",
            expecting: [204]
        ) { _ in }
    }

    private static let showEnrollment = JourneyStep("GET /enrollments/{id}/") { (run) throws(StepFailure) in
        let id = try run.text("enrollment", of: createEnrollment.name)
        let request = run.request(.get("/enrollments/\(id)/"))
        _ = try await run.poll { () throws(StepFailure) in
            try await run.send(request, named: "GET /enrollments/{id}/", expecting: [200]) {
                (answer) throws(AnswerProblem) in
                try answer.hasStatus(EnrollmentStatus.succeeded, isFinal: { $0.isResult })
            }
        }
        run.enroll(as: enrolled, by: try run.value("registration options", of: registrationOptions.name))
    }

    private static let createIntent = JourneyStep("POST /payment-intents/", needsThought: true) {
        (run) throws(StepFailure) in
        let pix = run.plan.pix
        let id = try run.text("enrollment", of: createEnrollment.name)
        guard let amount = pix.amounts.randomElement(using: &run.state.decisions) else {
            throw .needs(value: "amount", of: "pix.amounts")
        }
        let body = CreatePaymentIntentRequest(
            amount: amount, customer: .id(pix.customer), description: "Load test",
            statementDescription: "Load test",
            method: PaymentMethodDetails(beneficiaryBankAccount: pix.beneficiary, enrollment: id)
        ).json
        // An authorization needs an assertion of its own.
        run.state.assertion = nil
        let request = run.request(.post("/payment-intents/", body), scenarioOf: "payment")
        do throws(StepFailure) {
            (run.state.values["intent"], run.state.values["sign options"]) = try await run.send(
                request, named: "POST /payment-intents/", expecting: [201]
            ) { (answer) throws(AnswerProblem) in
                let json = try answer.object()
                return (.string(try json.text("id")), try json.signOptions())
            }
        } catch {
            // The target may have forgotten the enrollment: the next journey makes another one.
            if error == .recorded { run.state.values[enrolled] = nil }
            throw error
        }
    }

    private static let sign = JourneyStep(StepName.sign, needsThought: true) { (run) throws(StepFailure) in
        if run.fault == .crashAndResume { try await resume(run) }
        try await run.sign(try run.value("sign options", of: createIntent.name), origin: run.plan.origin)
    }

    /// After the crash, the app has only the intent's ID, and no connection.
    private static func resume(_ run: JourneyRun) async throws(StepFailure) {
        let id = try run.text("intent", of: createIntent.name)
        run.state.values["sign options"] = try await run.send(
            run.request(.get("/payment-intents/\(id)/")), named: "GET /payment-intents/{id}/\(run.suffix)",
            expecting: [200], isFresh: true
        ) { (answer) throws(AnswerProblem) in try answer.object().signOptions() }
    }

    private static let authorize = JourneyStep("POST /payment-intents/{id}/authorize/") {
        (run) throws(StepFailure) in
        let id = try run.text("intent", of: createIntent.name)
        guard let made = run.state.assertion else { throw .needs(value: "assertion", of: StepName.sign) }
        let body = AuthorizePaymentIntentRequest(
            riskSignals: run.device.riskSignals, credentialID: made.credentialID, clientDataJSON: made.clientDataJSON,
            authenticatorData: made.authenticatorData, signature: made.signature, userHandle: made.userHandle,
            clientExtensionResults: made.clientExtensionResults
        ).json
        try await run.send(
            run.request(.post("/payment-intents/\(id)/authorize/", body)),
            named: "POST /payment-intents/{id}/authorize/\(run.suffix)", expecting: [204]
        ) { _ in }
    }

    private static let showIntent = JourneyStep("GET /payment-intents/{id}/") { (run) throws(StepFailure) in
        let id = try run.text("intent", of: createIntent.name)
        let request = run.request(.get("/payment-intents/\(id)/"))
        // The bank accepts every authorization and judges it later.
        let wanted = run.isSpoiled ? PaymentIntentStatus.failed : .succeeded
        _ = try await run.poll { () throws(StepFailure) in
            try await run.send(request, named: "GET /payment-intents/{id}/\(run.suffix)", expecting: [200]) {
                (answer) throws(AnswerProblem) in
                try answer.hasStatus(wanted, isFinal: { $0.isResult })
            }
        }
    }
}

extension FleetAnswer {
    /// True once the object has the status; nil while it may still get it.
    fileprivate func hasStatus<Status: RawRepresentable<String>>(
        _ wanted: Status, isFinal: (Status) -> Bool
    ) throws(AnswerProblem) -> Bool? {
        let status = try object().text("status")
        if status == wanted.rawValue { return true }
        guard let known = Status(rawValue: status), !isFinal(known) else {
            throw AnswerProblem("the status is \(status.escaped), expected \(wanted.rawValue)", isOutcome: true)
        }
        return nil
    }
}

extension JSON {
    fileprivate func signOptions() throws(AnswerProblem) -> JSON {
        try object("payment_method_information", "open_finance_biometric_pix", "fido_options")
    }
}
