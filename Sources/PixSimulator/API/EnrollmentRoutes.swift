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
        let signals = body.riskSignals
        try RiskSignalRules.check(signals, platform: body.platform, path: "details.risk_signals")
        let record = try await request.write { transaction in
            guard let customer = try Customer.find(body.customer, transaction) else {
                throw SandboxError.invalid("details.customer", "There is no such customer.")
            }
            guard let bank = try InstitutionRecord.find(body.institution, transaction)?.institution else {
                throw SandboxError.invalid("details.institution", "There is no such institution.")
            }
            let random = try transaction.random()
            let handle = random.token()
            let record = EnrollmentRecord(
                enrollment: Enrollment(
                    id: random.uuid(), createdBy: UUIDText.of(keyID: request.tenant), createdAt: transaction.now,
                    updatedAt: transaction.now, externalID: body.externalID, status: .pending,
                    details: EnrollmentDetails(
                        status: .awaitingAccountHolderValidation, customer: customer.id, institution: bank.id,
                        platform: body.platform, name: body.name, callbackURL: body.callbackURL)),
                handle: handle, customerIdentifier: customer.identifier, riskSignals: signals,
                deviceID: signals["deviceId"]?.stringValue ?? "",
                accountTenure: signals["accountTenure"]?.stringValue ?? "", userID: random.uuid())
            try transaction.register(oneTimeValue: handle, purpose: Purpose.approval, subject: record.enrollment.id)
            try enrollments.begin(record, transaction)
            return record
        }
        return .json(shown(record, publicURL: request.publicURL).json, status: 201)
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
        let record = try await request.write { transaction in
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
            case .failure(_, let error, let description):
                let message = description.map { "\(error): \($0)" } ?? error
                try enrollments.require(
                    error == "access_denied" ? .redirectionDenied : .redirectionFailed, to: &record,
                    message: message, transaction)
            }
            return record
        }
        return .json(shown(record, publicURL: request.publicURL).json)
    }
}
