import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    var enrollmentRoutes: [Route] {
        [
            Route("POST", "enrollments", access: .keyOrToken) { try await createEnrollment($0) },
            Route("GET", "enrollments", access: .keyOrToken) { try await listEnrollments($0) },
            Route("POST", "enrollments/complete-redirection", access: .keyOrToken) {
                try await completeRedirection($0)
            },
            Route("GET", "enrollments/{id}", access: .keyOrToken) { try await showEnrollment($0) },
        ]
    }

    /// The enrollment as the API shows it.
    func shown(_ record: EnrollmentRecord, of tenant: String, publicURL: String) -> Enrollment {
        var enrollment = record.enrollment
        enrollment.details.redirectURL = authorizationRequest(record, of: tenant, publicURL: publicURL)
            .url(publicURL: publicURL, clientID: bank.identity.id)
        return enrollment
    }

    private func createEnrollment(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: CreateEnrollmentRequest = try body(of: request, as: .createEnrollment) { json in
            let details = json["details"]
            guard let signals = details?["risk_signals"]?.objectValue else { return [] }
            let platform = details?["platform"]?.stringValue.flatMap(Platform.init)
            return rules.faults(in: signals, platform: platform, path: "details.risk_signals")
        }
        // Every decision about the enrollment needs the bank's key; the first request to a database waits for its
        // generation.
        _ = try await bankKeys.key(request.engine)
        let record: EnrollmentRecord? = try await request.write { transaction in
            try RegisteredApps(transaction).check(callbackURL: body.callbackURL)
            guard let customer = try Customer.find(body.customer, transaction) else {
                throw SandboxError.unknown("details.customer", "There is no such customer.")
            }
            guard let institution = try InstitutionRecord.find(body.institution, transaction) else {
                throw SandboxError.unknown("details.institution", "There is no such institution.")
            }
            guard
                let scenario = try scenarioRules.admit(
                    .enrollment, header: request.scenario, others: [(institution.scenario, .institution)], transaction)
            else { return nil }
            return try makeEnrollment(
                body, customer: customer, scenario: scenario, createdBy: UUIDText.of(keyID: request.tenant),
                transaction)
        }
        guard let record else { throw SandboxError.unavailable }
        return .showing(shown(record, of: request.tenant, publicURL: request.publicURL), status: 201)
            .assuming(body.customer.assumptions)
            .struck(by: record.scenario.scenario.faults(striking: .creation))
    }

    /// Stores a new enrollment.
    func makeEnrollment(
        _ body: CreateEnrollmentRequest, customer: Customer, scenario: PixScenario.Choice, createdBy: String,
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
            scenario: scenario, handle: handle, customerIdentifier: customer.identifier,
            customerName: customer.name.isEmpty ? nil : customer.name, riskSignals: signals,
            deviceID: signals["deviceId"]?.stringValue ?? "",
            accountTenure: signals["accountTenure"]?.stringValue ?? "", userID: random.uuid())
        try transaction.register(oneTimeValue: handle, purpose: Purpose.approval, subject: record.id)
        try enrollments.begin(&record, details: RiskRules.findings(in: signals).details, transaction)
        return record
    }

    static let enrollmentParameters =
        [
            ListParameter("device_id", "$.device_id"),
            ListParameter.taxIdentifier("customer__identifier", "$.customer_identifier"),
            ListParameter("customer", "$.enrollment.details.customer", .uuid),
            ListParameter("institution", "$.enrollment.details.institution", .uuid),
            ListParameter.choice("status", "$.enrollment.status", of: EnrollmentStatus.self),
            ListParameter("external_id", "$.enrollment.external_id"),
            ListParameter("id__in", "$.enrollment.id", .uuids),
        ] + ListParameter.creation("$.enrollment.created_at")

    private func listEnrollments(_ request: SandboxRequest) async throws -> SandboxResponse {
        let publicURL = request.publicURL
        let parameters = rules.applied(to: Self.enrollmentParameters, of: "listEnrollments")
        return try await ListQuery(request, parameters, pageSizes)
            .page(of: EnrollmentRecord.kind, request) { body, transaction in
                shown(try EnrollmentRecord(json: body), of: transaction.tenant, publicURL: publicURL)
            }
            .assuming(.enrollmentFilters)
    }

    private func showEnrollment(_ request: SandboxRequest) async throws -> SandboxResponse {
        let record = try await request.object(EnrollmentRecord.self)
        return .showing(shown(record, of: request.tenant, publicURL: request.publicURL))
    }

    private func completeRedirection(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: CompleteRedirectionRequest = try body(of: request, as: .completeRedirection)
        let returned = BankReturn(body, key: try await bankKeys.key(request.engine))
        let (record, faults) = try await request.write { transaction in
            let record = try complete(returned, transaction)
            let scenario = try record.currentScenario(transaction)
            return (record, scenario.faults(striking: .completion))
        }
        return .showing(shown(record, of: request.tenant, publicURL: request.publicURL)).struck(by: faults)
    }

    /// Passes the parameters of the bank's redirect to the provider.
    func complete(_ returned: BankReturn, _ transaction: Transaction) throws -> EnrollmentRecord {
        guard let id = try transaction.subject(ofOneTimeValue: returned.state, purpose: Purpose.state),
            var record = try EnrollmentRecord.find(id, transaction)
        else { throw SandboxError.invalid("state", "No redirect of the bank carried this state.") }
        switch returned.outcome {
        case .approved(let code, let claims):
            // The table first: a repeated call learns that it is late, not that its code is invalid.
            try enrollments.require(.redirectionSucceeded, to: &record, transaction)
            guard try transaction.use(oneTimeValue: code, purpose: Purpose.code, subject: id) else {
                throw SandboxError.invalid("code", "This is not the code that came with the state.")
            }
            let nonce = authorizationRequest(record, of: transaction.tenant, publicURL: "").nonce
            guard let claims, IDToken.binds(claims, nonce: nonce, state: returned.state, code: code) else {
                throw SandboxError.invalid("id_token", "This is not the ID token that came with the state.")
            }
        case .refused("access_denied", _):
            try enrollments.require(.redirectionDenied, to: &record, transaction)
        case .refused("insufficient_funds", _):
            try enrollments.require(.redirectionWithoutFunds, to: &record, transaction)
        case .refused(let error, let description):
            try enrollments.require(
                .redirectionFailed, to: &record, message: description.map { "\(error): \($0)" } ?? error, transaction)
        }
        return record
    }
}
