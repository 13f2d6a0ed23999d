import PixAPI
import Sandbox
import ToqueEncoding

extension Provider {
    var enrollmentRoutes: [Route] {
        [
            Route("POST", "enrollments") { try await createEnrollment($0) },
            Route("GET", "enrollments") { try await listEnrollments($0) },
            Route("POST", "enrollments/complete-redirection") { try await completeRedirection($0) },
            Route("GET", "enrollments/{id}") { try await showEnrollment($0) },
        ]
    }

    static var unknownEnrollment: SandboxError { .notFound("There is no such enrollment.") }

    /// The enrollment as the API shows it.
    func shown(_ record: EnrollmentRecord, publicURL: String) -> Enrollment {
        var enrollment = record.enrollment
        enrollment.details.redirectURL = "\(publicURL)/\(Self.approvalPath)/\(record.handle)"
        return enrollment
    }

    private func createEnrollment(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode(CreateEnrollmentRequest.init(json:))
        try RiskSignalRules.check(body.riskSignals, platform: body.platform, path: "details.risk_signals")
        let record: EnrollmentRecord? = try await request.write { transaction in
            guard let customer = try Customer.find(body.customer, transaction) else {
                throw SandboxError.invalid("details.customer", "There is no such customer.")
            }
            guard let institution = try InstitutionRecord.find(body.institution, transaction) else {
                throw SandboxError.invalid("details.institution", "There is no such institution.")
            }
            let scenario = try scenarioRules.choose(
                for: .enrollment, header: request.scenario, institution: institution, transaction)
            guard try scenarioRules.admits(.enrollment, scenario, transaction) else { return nil }
            return try makeEnrollment(
                body, customer: customer, scenario: scenario, createdBy: UUIDText.of(keyID: request.tenant),
                transaction)
        }
        guard let record else { throw ScenarioRules.unavailable }
        return .json(shown(record, publicURL: request.publicURL).json, status: 201)
            .struck(by: record.scenario.scenario.faults(striking: .creation))
    }

    /// Stores a new enrollment.
    func makeEnrollment(
        _ body: CreateEnrollmentRequest, customer: Customer, scenario: ScenarioChoice, createdBy: String,
        _ transaction: Transaction
    ) throws -> EnrollmentRecord {
        let random = try transaction.random()
        let handle = random.token()
        let signals = body.riskSignals
        var record = EnrollmentRecord(
            enrollment: Enrollment(
                id: random.uuid(), createdBy: createdBy, createdAt: transaction.now, updatedAt: transaction.now,
                externalID: body.externalID, status: .pending,
                details: EnrollmentDetails(
                    status: .awaitingAccountHolderValidation, customer: customer.id, institution: body.institution,
                    platform: body.platform, name: body.name, callbackURL: body.callbackURL)),
            scenario: scenario, handle: handle, customerIdentifier: customer.identifier, riskSignals: signals,
            deviceID: signals["deviceId"]?.stringValue ?? "",
            accountTenure: signals["accountTenure"]?.stringValue ?? "", userID: random.uuid())
        try transaction.register(oneTimeValue: handle, purpose: Purpose.approval, subject: record.id)
        try enrollments.begin(&record, transaction)
        return record
    }

    private func listEnrollments(_ request: SandboxRequest) async throws -> SandboxResponse {
        let paging = try Paging(request)
        let parameters: [(String, StaticString)] = [
            ("device_id", "$.device_id"), ("customer__identifier", "$.customer_identifier"),
            ("customer", "$.enrollment.details.customer"), ("institution", "$.enrollment.details.institution"),
            ("status", "$.enrollment.status"), ("external_id", "$.enrollment.external_id"),
        ]
        let filters = parameters.compactMap { name, path in request.query(name).map { ObjectFilter.equals(path, $0) } }
        let (count, records) = try await request.read { transaction in
            let (count, bodies) = try transaction.objects(
                kind: EnrollmentRecord.kind, filters: filters, offset: paging.offset, limit: paging.size)
            return (count, try bodies.map(EnrollmentRecord.init(json:)))
        }
        return paging.page(records.map { shown($0, publicURL: request.publicURL) }, of: count, request: request)
    }

    private func showEnrollment(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard let record = try await request.read({ try EnrollmentRecord.find(request.parameter("id"), $0) }) else {
            throw Self.unknownEnrollment
        }
        return .json(shown(record, publicURL: request.publicURL).json)
    }

    private func completeRedirection(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body = try request.decode(CompleteRedirectionRequest.init(json:))
        let (record, faults) = try await request.write { transaction in
            let record = try complete(body, transaction)
            let scenario = try record.scenario.current(for: record.id, transaction).scenario
            return (record, scenario.faults(striking: .completion))
        }
        return .json(shown(record, publicURL: request.publicURL).json).struck(by: faults)
    }

    /// What the bank's redirect carried comes to the provider.
    func complete(_ body: CompleteRedirectionRequest, _ transaction: Transaction) throws -> EnrollmentRecord {
        guard let id = try transaction.subject(ofOneTimeValue: body.state, purpose: Purpose.state),
            var record = try EnrollmentRecord.find(id, transaction)
        else { throw SandboxError.invalid("state", "No redirect of the bank carried this state.") }
        switch body {
        case .success(_, let code, let idToken):
            // The table first: a repeated call is told that it comes too late, not that its code is wrong.
            try enrollments.require(.redirectionSucceeded, to: &record, transaction)
            guard try transaction.use(oneTimeValue: code, purpose: Purpose.code, subject: id) else {
                throw SandboxError.invalid("code", "This is not the code that came with the state.")
            }
            guard try transaction.use(oneTimeValue: idToken, purpose: Purpose.idToken, subject: id) else {
                throw SandboxError.invalid("id_token", "This is not the ID token that came with the state.")
            }
        case .failure(_, "access_denied", _):
            try enrollments.require(.redirectionDenied, to: &record, transaction)
        case .failure(_, let error, let description):
            try enrollments.require(
                .redirectionFailed, to: &record, message: description.map { "\(error): \($0)" } ?? error, transaction)
        }
        return record
    }
}
