import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// The routes of the app's SDK: opening a session with signed parameters, and the person's actions in it.
extension EcommpayProvider {
    var deviceRoutes: [Route] {
        let session = "sdk/v1/session/{session}"
        return [
            Route("POST", "sdk/v1/session", access: .provider(Self.signer)) { try await openSession($0) },
            Route("GET", session, access: .open) { try await showSession($0) },
            Route("POST", "\(session)/pay", access: .open) { try await pay($0) },
            Route("POST", "\(session)/clarification", access: .open) { try await clarify($0) },
            Route("POST", "\(session)/retry", access: .open) { try await retry($0) },
            Route("POST", "\(session)/cancel", access: .open) { try await leave($0) },
        ]
    }

    // MARK: Opening

    /// The project that signed the options.
    @Sendable private static func signer(of request: SandboxRequest) async throws -> String {
        try await request.asDevice {
            try request.requireContentType("application/json")
            let options: EcommpayPaymentOptions = try request.body()
            let project = String(options.projectID)
            guard try await request.engine.store.hasKey(project),
                let secret = request.engine.store.keySecret(of: project),
                let signature = options.signature,
                EcommpaySignature.verify(signature, of: options.stringToSign, key: secret.bytes)
            else {
                throw SandboxError.device(
                    .serverUnauthorized, "It is not the signature of these options with the project's secret key.",
                    field: "signature")
            }
            return project
        }
    }

    private func openSession(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await request.asDevice {
            let options: EcommpayPaymentOptions = try request.body()
            guard options.hasContactForCards else {
                throw SandboxError.device(
                    .clarificationFieldsError, "Cards need an email or a phone number of the customer.",
                    field: "additional_fields")
            }
            guard !EcommpaySession.methods(for: options).isEmpty else {
                throw SandboxError.device(
                    .paymentMethodNotAvailable, "Expected \(EcommpaySession.methods.joined(separator: " or ")).",
                    field: "force_payment_method")
            }
            let text = options.stringToSign.description
            let opened = try await request.write { transaction in
                try open(options, signedText: text, header: request.scenario, transaction).map { payment, isNew in
                    let accounts =
                        if let customer = options.customerID, options.hideSavedWallets != true {
                            try EcommpaySavedAccount.all(of: customer, transaction)
                        } else {
                            [EcommpaySavedAccount]()
                        }
                    let answer = EcommpaySession.opened(
                        payment, handle: PageHandle(payment.session, of: transaction.tenant), accounts: accounts,
                        try payment.sessionState(publicURL: request.publicURL, transaction))
                    let faults = try isNew ? payment.currentScenario(transaction).faults(striking: .creation) : []
                    return (answer: answer, isNew: isNew, faults: faults)
                }
            }
            guard let opened else { throw SandboxError.unavailable }
            return .json(opened.answer.json, status: opened.isNew ? 201 : 200).assuming(EcommpayFidelity.session)
                .struck(by: opened.faults)
        }
    }

    /// The payment for signed options: a new one, or an existing one to resume.
    /// - Returns: nil for a response with 503.
    func open(
        _ options: EcommpayPaymentOptions, signedText: String, header: String?, _ transaction: Transaction
    ) throws -> (payment: EcommpayPayment, isNew: Bool)? {
        if let payment = try EcommpayPayment.find(options.paymentID, transaction) {
            guard payment.signedText.isIdentical(to: signedText) else {
                throw SandboxError.device(
                    .paymentAlreadyExist, "The project has a payment of this id with other parameters.",
                    field: "payment_id")
            }
            guard !payment.state.isFinal else {
                throw SandboxError.device(
                    .paymentHasFinalStatus, "The payment is over: \(payment.state.status.text).", field: "payment_id")
            }
            return (payment, false)
        }
        let magic = magicValues.scenario(of: String(options.paymentAmount))
        guard
            let scenario = try rules.admit(
                .payment, header: header, others: [(name: magic, source: .amount)], transaction)
        else { return nil }
        var payment = EcommpayPayment(
            options, signedText: signedText, session: try transaction.random().token(), scenario: scenario,
            at: transaction.now)
        try transaction.register(
            oneTimeValue: payment.session, purpose: EcommpaySession.purpose, subject: payment.id)
        try process.begin(&payment, transaction)
        return (payment, true)
    }

    // MARK: In the session

    private func showSession(_ request: SandboxRequest) async throws -> SandboxResponse {
        let request = try await entering(request)
        return try await request.read { transaction in
            let payment = try payment(of: request, transaction)
            return .json(try payment.sessionState(publicURL: request.publicURL, transaction).json)
                .assuming(EcommpayFidelity.assumptions(of: payment))
        }
    }

    private func pay(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await request.asDevice {
            let body: EcommpayPayRequest = try request.body()
            return try await change(request) { payment, transaction in
                try choose(body, for: &payment, transaction)
                let event: EcommpayPaymentEvent = payment.isCard ? .paymentRequested : .pageOpened
                try process.require(event, to: &payment, transaction)
            }
        }
    }

    private func clarify(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await request.asDevice {
            let body: EcommpayClarificationRequest = try request.body()
            return try await change(request) { payment, transaction in
                let missing = EcommpaySession.clarificationFields.filter { body.fields[$0]?.isEmpty ?? true }
                if payment.state == .awaitingClarification, !missing.isEmpty {
                    throw SandboxError.device(
                        .clarificationFieldsError, "Expected \(missing.joined(separator: ", ")) too.", field: "fields")
                }
                payment.isClarified = true
                payment.fill(body.fields)
                try process.require(.clarified, to: &payment, transaction)
            }
        }
    }

    private func retry(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await request.asDevice {
            try await change(request) { payment, transaction in
                // The state machine has one retry.
                payment.attempts = 2
                try process.require(.retried, to: &payment, transaction)
            }
        }
    }

    private func leave(_ request: SandboxRequest) async throws -> SandboxResponse {
        try await request.asDevice {
            try await change(request) { payment, transaction in
                try process.require(.personDeclined, to: &payment, transaction)
            }
        }
    }

    /// Sets the method and the instrument. A test token chooses the scenario, unless a header or control did.
    func choose(
        _ body: EcommpayPayRequest, for payment: inout EcommpayPayment, _ transaction: ReadTransaction
    ) throws {
        guard EcommpaySession.methods(for: payment.options).contains(body.method) else {
            throw SandboxError.device(.paymentMethodNotAvailable, "The session has no such method.", field: "method")
        }
        payment.method = body.method
        payment.attempts = 1
        payment.fill(body.fields)
        guard payment.isCard else { return }
        guard (body.token == nil) != (body.account == nil), let token = body.token ?? body.account else {
            throw SandboxError.device(
                .illegalArguments, "Expected token or account, and one of them alone.", field: "token")
        }
        let scenario = EcommpayScenario.ofToken(token)
        var isKnown = scenario != nil
        if body.account != nil || body.save {
            guard let customer = payment.options.customerID else {
                throw SandboxError.device(.customerIdNotExist, "Saved instruments are kept under a customer_id.")
            }
            let saved = EcommpaySavedAccount(customer: customer, token: token)
            if body.account != nil, try EcommpaySavedAccount.find(saved.id, transaction) == nil { isKnown = false }
        }
        guard isKnown, let scenario else {
            throw SandboxError.device(
                .paymentTokenNotExist, "There is no such instrument; test tokens are tok_success and tok_<scenario>.",
                field: body.token == nil ? "account" : "token")
        }
        payment.token = token
        payment.savesToken = body.save
        if scenario.name != EcommpayScenario.catalog.usual.name, payment.scenario.source != .header {
            payment.scenario = EcommpayScenario.Choice(name: scenario.name, source: .token)
        }
    }

    // MARK: Finding

    /// The request for the tenant whose session it names.
    private func entering(_ request: SandboxRequest) async throws -> SandboxRequest {
        let handle = PageHandle(request.parameter("session"))
        guard let entered = try await request.entering(by: handle, purpose: EcommpaySession.purpose) else {
            throw Self.noSession
        }
        return entered
    }

    private static let noSession = SandboxError.device(.sessionNotInitialized, "There is no such session.")

    private func payment(of request: SandboxRequest, _ transaction: ReadTransaction) throws -> EcommpayPayment {
        guard let secret = PageHandle(request.parameter("session"))?.secret,
            let id = try transaction.subject(ofOneTimeValue: secret, purpose: EcommpaySession.purpose),
            let payment = try EcommpayPayment.find(id, transaction)
        else { throw Self.noSession }
        return payment
    }

    private func change(
        _ request: SandboxRequest, _ body: @escaping @Sendable (inout EcommpayPayment, Transaction) throws -> Void
    ) async throws -> SandboxResponse {
        let request = try await entering(request)
        let changed: (state: EcommpaySessionState, faults: [Fault], assumed: [Behavior])? = try await request.write {
            transaction in
            var payment = try payment(of: request, transaction)
            guard try payment.admitRequest(transaction) != nil else { return nil }
            try body(&payment, transaction)
            return (
                try payment.sessionState(publicURL: request.publicURL, transaction),
                try payment.currentScenario(transaction).faults(striking: .change),
                EcommpayFidelity.assumptions(of: payment)
            )
        }
        guard let changed else { throw SandboxError.unavailable }
        return .json(changed.state.json).assuming(changed.assumed).struck(by: changed.faults)
    }
}

extension EcommpayPayment {
    /// Stores the fields that the person filled in.
    fileprivate mutating func fill(_ values: [String: String]) {
        for (name, value) in values { fields[name] = .string(value) }
    }
}
