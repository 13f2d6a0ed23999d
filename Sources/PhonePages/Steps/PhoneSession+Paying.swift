import BiometricPixFlow
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

extension PhoneSession {
    /// Creates a payment intent, which the person then signs.
    /// - Parameter amount: as typed, with a point or a comma.
    func pay(amount text: String, to account: String, description: String, by app: PhoneApp) async throws {
        guard let amount = Amount(typed: text) else {
            throw PhoneProblem("amount", Amount.expectation, .phoneAdviceInput)
        }
        guard let enrollment = phone.enrollment, let customer = phone.customer, let tenure = phone.accountTenure else {
            throw PixFlowError.missing(member: "enrollment", of: "the phone")
        }
        let recipient = try await app.pix.bankAccount(account)
        change { $0.finishPayment() }
        let request = PaymentRequest(
            payload: CreatePaymentIntentRequest(
                amount: amount, customer: .id(customer), description: description, statementDescription: description,
                method: PaymentMethodDetails(beneficiaryBankAccount: account, enrollment: enrollment)),
            accountTenure: tenure)
        let flow = try await app.beginPayment(request)
        guard case .created(let intent)? = try await flow.next() else { throw PixFlowError.isFinished }
        let options = try intent.information?.fidoOptions.map {
            try OptionsReader().requestOptions($0.utf8).options.json.serialized()
        }
        change {
            $0.stage = .signature
            $0.payment = intent.id
            $0.amount = intent.amount.description
            $0.recipient = recipient.holderName ?? account
            $0.options = options
        }
        if intent.status.isResult { try await advance(flow) }
    }

    /// Signs by Toque's authenticator.
    func sign(_ answer: PhoneSheet.Answer, by app: PhoneApp) async throws {
        sheet.prepare(answer)
        try await advance(try await app.payment())
    }

    /// Submits a signature that the browser's authenticator made.
    func sign(browserAssertion text: String, by app: PhoneApp) async throws {
        let assertion = try AuthenticationResponse(json: JSON(parsingPasted: text))
        let flow = try await app.payment()
        // The flow collects the risk signals when it sends the signature.
        try await flow.receive(signature: AuthorizePaymentIntentRequest(assertion, riskSignals: [:]))
        try await advance(flow)
    }

    /// Waits for the bank, which was not ready before.
    func continuePayment(by app: PhoneApp) async throws { try await advance(try await app.payment()) }

    private func advance(_ flow: PaymentFlow) async throws {
        while let step = try await flow.next() {
            switch step {
            case .created, .signed: continue
            case .authorized: change { $0.stage = .settlement }
            case .finished(let intent): finish(intent)
            }
        }
    }

    private func finish(_ intent: PaymentIntent) {
        forgetFlow()
        change {
            $0.stage = .paid
            $0.journal = nil
            $0.options = nil
            $0.outcome = intent.status == .succeeded ? nil : intent.failureCode ?? intent.status.rawValue
            $0.outcomeMessage = intent.failureMessage
            $0.endToEndID = intent.information?.endToEndID
        }
    }
}

extension Amount {
    /// Brazilians type a comma before the centavos; points before it group the digits.
    init?(typed text: String) {
        let text = text.filter { !$0.isWhitespace }
        self.init(text.contains(",") ? text.replacing(".", with: "").replacing(",", with: ".") : text)
    }
}
