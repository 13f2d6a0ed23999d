import PixAPI
import RelyingParty
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    var paymentIntentRoutes: [Route] {
        [
            Route("POST", "payment-intents", access: .keyOrToken) { try await createPaymentIntent($0) },
            Route("GET", "payment-intents/{id}", access: .keyOrToken) { try await showPaymentIntent($0) },
            Route("POST", "payment-intents/{id}/authorize", access: .keyOrToken) {
                try await authorizePaymentIntent($0)
            },
        ]
    }

    private func createPaymentIntent(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: CreatePaymentIntentRequest = try body(of: request, as: .createPaymentIntent)
        let created: (intent: PaymentIntent, faults: [Fault])? = try await request.write { transaction in
            let path = "payment_method_details.\(Enrollment.type)"
            guard let customer = try Customer.find(body.customer, transaction) else {
                throw SandboxError.unknown("customer", "There is no such customer.")
            }
            guard let account = try BankAccount.find(body.method.beneficiaryBankAccount, transaction),
                account.active, account.holderType == CreateBankAccountRequest.HolderType.business.rawValue
            else {
                throw SandboxError.unknown(
                    "\(path).beneficiary_bank_account", "There is no such active account of a business.")
            }
            guard let enrollment = try EnrollmentRecord.find(body.method.enrollment, transaction),
                enrollment.enrollment.details.customer == customer.id
            else { throw SandboxError.unknown("\(path).enrollment", "The customer has no such enrollment.") }
            guard enrollment.state == .succeeded, let credential = enrollment.credential else {
                throw SandboxError.invalidStatus(
                    "The enrollment is \(enrollment.state.rawValue); only a succeeded one can pay.",
                    field: "\(path).enrollment")
            }
            let institution = try InstitutionRecord.find(enrollment.enrollment.details.institution, transaction)
            guard
                let scenario = try scenarioRules.admit(
                    .paymentIntent, header: request.scenario,
                    others: [
                        (MagicAmounts.scenario(of: body.amount), .magicAmount), (institution?.scenario, .institution),
                    ], transaction)
            else { return nil }
            let record = try makeIntent(
                body, customer: customer, enrollment: enrollment, institution: institution, credential: credential,
                scenario: scenario, createdBy: UUIDText.of(keyID: request.tenant), transaction)
            return (try record.shown(transaction), scenario.scenario.faults(striking: .creation))
        }
        guard let created else { throw SandboxError.unavailable }
        return .showing(created.intent, status: 201).assuming(.paymentIntentCreated)
            .assuming(body.customer.assumptions).struck(by: created.faults)
    }

    /// Stores a new intent and its charge.
    /// - Parameters:
    ///   - institution: the enrollment's.
    ///   - credential: the enrollment's.
    func makeIntent(
        _ body: CreatePaymentIntentRequest, customer: Customer, enrollment: EnrollmentRecord,
        institution: InstitutionRecord?, credential: StoredCredential, scenario: PixScenario.Choice, createdBy: String,
        _ transaction: Transaction
    ) throws -> PaymentIntentRecord {
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
                provider: "belvo", consentID: "urn:\(institution?.institution.name ?? "bank"):\(random.uuid())",
                fidoOptions: bank.signOptions(challenge: challenge, credentialID: credential.id),
                endToEndID: "E\(institution?.ispb ?? "00000000")\(minute)\(random.alphanumerics(11))",
                externalPaymentID: random.uuid(), providerRequestID: random.uuid()))
        let charge = Charge(
            id: random.uuid(), createdBy: createdBy, createdAt: now, updatedAt: now, status: .pending,
            amount: body.amount, customer: customer.id, paymentIntent: intent.id, description: body.description,
            statementDescription: body.statementDescription, method: body.method,
            information: intent.information?.withoutOptions, payerAccount: enrollment.enrollment.details.payerAccount)
        var record = PaymentIntentRecord(
            intent: intent, scenario: scenario, chargeID: charge.id, challenge: challenge)
        try payments.begin(&record, charge: charge, transaction)
        return record
    }

    private func showPaymentIntent(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = try request.id(of: PaymentIntentRecord.self)
        return .showing(try await request.read { try PaymentIntentRecord.existing(id, $0).shown($0) })
    }

    /// 204 for valid and invalid assertions: the bank's verdict follows later.
    private func authorizePaymentIntent(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = try request.id(of: PaymentIntentRecord.self)
        let body = try await authorization(request, of: id)
        @Sendable func find(_ transaction: ReadTransaction) throws -> (PaymentIntentRecord, EnrollmentRecord) {
            let record = try PaymentIntentRecord.existing(id, transaction)
            return (record, try EnrollmentRecord.existing(record.intent.method.enrollment, transaction))
        }
        let faults: [Fault]? = try await request.judging { time, transaction in
            let (record, enrollment) = try find(transaction)
            return try payments.ceremony(body, for: record, of: enrollment, at: time, transaction)
        } write: { judged, transaction in
            var (record, enrollment) = try find(transaction)
            let refusals = refusals(of: body.riskSignals, enrollment)
            guard refusals.isEmpty else { throw SandboxError(refusals) }
            guard let scenario = try record.admitRequest(transaction) else { return nil }
            try payments.receive(
                judged, riskSignals: body.riskSignals, for: &record, of: &enrollment, transaction)
            return scenario.faults(striking: .authorization)
        }
        guard let faults else { throw SandboxError.unavailable }
        return .noContent.struck(by: faults)
    }

    /// The checked body. The enrollment's platform determines the required signals; their problems are reported
    /// together with those of other members.
    private func authorization(
        _ request: SandboxRequest, of id: String
    ) async throws -> AuthorizePaymentIntentRequest {
        do {
            return try body(of: request, as: .authorizePaymentIntent)
        } catch {
            let refusal = error
            let json = try? request.decode { (json) throws(JSONMemberError) in json }
            guard refusal.status == 400, let signals = json?["risk_signals"]?.objectValue else { throw refusal }
            let more = try await request.read { transaction in
                let record = try PaymentIntentRecord.existing(id, transaction)
                return refusals(
                    of: signals, try EnrollmentRecord.existing(record.intent.method.enrollment, transaction))
            }
            throw SandboxError([refusal] + refusal.others + more)
        }
    }

    private func refusals(of signals: JSONObject, _ enrollment: EnrollmentRecord) -> [SandboxError] {
        rules.faults(in: signals, platform: enrollment.enrollment.details.platform, path: "risk_signals")
    }
}
