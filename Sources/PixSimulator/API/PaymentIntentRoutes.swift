import PixAPI
import RelyingParty
import Sandbox
import ToqueEncoding

extension Provider {
    var paymentIntentRoutes: [Route] {
        [
            Route("POST", "payment-intents") { try await createPaymentIntent($0) },
            Route("GET", "payment-intents/{id}") { try await showPaymentIntent($0) },
            Route("POST", "payment-intents/{id}/authorize") { try await authorizePaymentIntent($0) },
        ]
    }

    private static var unknownIntent: SandboxError { .notFound("There is no such payment intent.") }

    private func createPaymentIntent(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode(CreatePaymentIntentRequest.init(json:))
        let intent = try await request.write { transaction in
            let path = "payment_method_details.\(Enrollment.type)"
            guard let customer = try Customer.find(body.customer, transaction) else {
                throw SandboxError.invalid("customer", "There is no such customer.")
            }
            guard let account = try BankAccount.find(body.method.beneficiaryBankAccount, transaction),
                account.active, account.holderType == CreateBankAccountRequest.HolderType.business.rawValue
            else {
                throw SandboxError.invalid(
                    "\(path).beneficiary_bank_account", "There is no such active account of a business.")
            }
            guard let enrollment = try EnrollmentRecord.find(body.method.enrollment, transaction),
                enrollment.enrollment.details.customer == customer.id
            else { throw SandboxError.invalid("\(path).enrollment", "The customer has no such enrollment.") }
            guard enrollment.state == .succeeded, let credential = enrollment.credential else {
                throw SandboxError.invalidStatus(
                    "The enrollment is \(enrollment.state.rawValue), and has to be succeeded.",
                    field: "\(path).enrollment")
            }
            let record = try makeIntent(
                body, customer: customer, enrollment: enrollment, credential: credential,
                createdBy: UUIDText.of(keyID: request.tenant), transaction)
            return try record.shown(transaction)
        }
        return .json(intent.json, status: 201)
    }

    private func makeIntent(
        _ body: CreatePaymentIntentRequest, customer: Customer, enrollment: EnrollmentRecord,
        credential: StoredCredential, createdBy: String, _ transaction: Transaction
    ) throws -> PaymentIntentRecord {
        let bank = try InstitutionRecord.find(enrollment.enrollment.details.institution, transaction)
        let now = transaction.now
        let random = try transaction.random()
        let challenge = random.bytes(32)
        // yyyyMMddHHmm
        let minute = String(now.description.prefix(16).filter(\.isNumber))
        let intent = PaymentIntent(
            id: random.uuid(), createdBy: createdBy, createdAt: now, updatedAt: now, externalID: body.externalID,
            status: .pending, amount: body.amount, customer: customer.id, description: body.description,
            statementDescription: body.statementDescription, method: body.method,
            information: PaymentMethodInformation(
                provider: "belvo", consentID: "urn:\(bank?.institution.name ?? "bank"):\(random.uuid())",
                fidoOptions: self.bank.signOptions(challenge: challenge, credentialID: credential.id),
                endToEndID: "E\(bank?.ispb ?? "00000000")\(minute)\(random.alphanumerics(11))",
                externalPaymentID: random.uuid(), providerRequestID: random.uuid()))
        let charge = Charge(
            id: random.uuid(), createdBy: createdBy, createdAt: now, updatedAt: now, status: .pending,
            amount: body.amount, customer: customer.id, paymentIntent: intent.id, description: body.description)
        let record = PaymentIntentRecord(intent: intent, chargeID: charge.id, challenge: challenge)
        try payments.begin(record, charge: charge, transaction)
        return record
    }

    private func showPaymentIntent(_ request: SandboxRequest) async throws -> SandboxResponse {
        let intent = try await request.read { transaction in
            try PaymentIntentRecord.find(request.parameter("id"), transaction)?.shown(transaction)
        }
        guard let intent else { throw Self.unknownIntent }
        return .json(intent.json)
    }

    /// 204 whatever the assertion is worth: the bank says so later.
    private func authorizePaymentIntent(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode(AuthorizePaymentIntentRequest.init(json:))
        try await request.write { transaction in
            guard var record = try PaymentIntentRecord.find(request.parameter("id"), transaction) else {
                throw Self.unknownIntent
            }
            guard var enrollment = try EnrollmentRecord.find(record.intent.method.enrollment, transaction) else {
                throw Self.unknownEnrollment
            }
            try RiskSignalRules.check(
                body.riskSignals, platform: enrollment.enrollment.details.platform, path: "risk_signals")
            guard paymentIntentMachine.outcome(of: .assertionReceived, in: record.state) != nil else {
                throw SandboxError.invalidStatus(
                    "The payment intent is \(record.state.rawValue); an assertion is taken once.")
            }
            (record.result, record.refusal) = try judge(body, record, &enrollment, transaction)
            record.riskSignals = body.riskSignals
            _ = try payments.apply(.assertionReceived, to: &record, at: transaction.now, transaction)
        }
        return .noContent
    }

    /// The bank's view of an assertion. A valid one moves the credential's counter, whatever becomes of the payment.
    private func judge(
        _ body: AuthorizePaymentIntentRequest, _ record: PaymentIntentRecord, _ enrollment: inout EnrollmentRecord,
        _ transaction: Transaction
    ) throws -> (PaymentIntentEvent, String?) {
        guard enrollment.state == .succeeded, let credential = enrollment.credential else {
            return (.enrollmentInactive, nil)
        }
        switch bank.verify(body, challenge: record.challenge, credential: credential) {
        case .failure(let failure): return (.assertionRefused, "\(failure)")
        case .success(let credential):
            enrollment.credential = credential
            try enrollment.save(transaction)
        }
        for (name, expected) in [("deviceId", enrollment.deviceID), ("accountTenure", enrollment.accountTenure)]
        where body.riskSignals[name] != .string(expected) {
            return (.riskSignalsRefused, "risk_signals_mismatch: \(name) is not the one of the enrollment.")
        }
        return (.settled, nil)
    }
}
