import BiometricPixSDK
import PixAPI
import ToqueEncoding

/// An enrollment as returned by the API.
public typealias EnrollmentResponse = PixAPI.Enrollment

// The names are those of the provider's SDK (docs/sdk.md). Every method throws a `BelvoApiException` if the API call
// fails, and `CancellationError` if its task is canceled.
extension BiometricPixSDK {
    /// The institutions that offer enrollment, from all pages.
    public func getPaymentInstitutions(
        queryParameters: InstitutionQuery = InstitutionQuery()
    ) async throws -> [Institution] {
        try await call { pix throws(PixClientError) in try await pix.all(queryParameters) }
    }

    /// Collects the device's risk signals and starts an enrollment with them.
    /// - Parameters:
    ///   - cpf: the account holder's, 11 digits.
    ///   - institution: the id of an institution.
    ///   - accountTenure: `yyyy-MM-dd`, the date when the person became a customer.
    ///   - callbackUrl: the bank's redirect target for the person: https, or http on loopback.
    ///   - externalId: the caller's own id, which finds the enrollment if this call's response is lost.
    /// - Returns: the enrollment; its `details.redirectURL` is the bank's page.
    /// - Throws: also `TaxIdentifierError` if `cpf` is not a CPF, and `RiskSignalsError`.
    public func createEnrollment(
        cpf: String, institution: String, accountTenure: String, callbackUrl: String, externalId: String? = nil
    ) async throws -> EnrollmentResponse {
        let request = try EnrollmentRequest(
            cpf: cpf, institution: institution, accountTenure: accountTenure, callbackUrl: callbackUrl)
        let body = try await enrollmentBody(request, externalID: externalId)
        return try await call { pix throws(PixClientError) in try await pix.createEnrollment(body) }
    }

    func enrollmentBody(_ request: EnrollmentRequest, externalID: String?) async throws -> CreateEnrollmentRequest {
        CreateEnrollmentRequest(
            externalID: externalID, customer: request.customer, institution: request.institution, name: request.name,
            platform: Platform(try pixConnection.platform), callbackURL: request.callbackURL,
            riskSignals: try await signals(accountTenure: request.accountTenure).members)
    }

    /// Passes the bank's redirect to the provider.
    /// - Parameter callbackUrl: the URL with which the app was reopened. Its query or fragment has the parameters of a
    ///   success (`state`, `code`, `id_token`) or of an error (`state`, `error`), with which the returned enrollment
    ///   has then failed.
    /// - Throws: also `JSONMemberError` that names a missing parameter.
    @discardableResult
    public func completeEnrollmentAfterRedirection(callbackUrl: String) async throws -> EnrollmentResponse {
        try await completeRedirection(CompleteRedirectionRequest(callbackURL: callbackUrl))
    }

    /// Passes the bank's redirect to the provider.
    @discardableResult
    public func completeEnrollmentAfterRedirection(
        state: String, code: String, idToken: String
    ) async throws -> EnrollmentResponse {
        try await completeRedirection(.success(state: state, code: code, idToken: idToken))
    }

    private func completeRedirection(_ body: CompleteRedirectionRequest) async throws -> EnrollmentResponse {
        try await call { pix throws(PixClientError) in try await pix.completeRedirection(body) }
    }

    /// Waits for the registration options of an enrollment: polls every 2 s for 120 s.
    /// - Returns: the options for `startRegistration(fidoResponseString:)`, as JSON; nil if the time is over or the
    ///   enrollment has failed.
    /// - Throws: only `CancellationError`.
    public func getFidoRegistrationOptions(enrollmentId: String) async throws(CancellationError) -> JSON? {
        do {
            return try await awaitRegistrationOptions(enrollmentId)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
    }

    /// The same, but throws the reason if there are no options.
    func awaitRegistrationOptions(_ id: String) async throws -> JSON {
        try await poll(for: "the FIDO registration options") {
            try await call { pix throws(PixClientError) in try await pix.fidoRegistrationOptions(enrollment: id) }
        }
    }

    /// Submits the credential from `startRegistration`.
    /// - Returns: true: the provider accepted it, and the bank judges it. `pollEnrollment(enrollmentId:)` returns the
    ///   verdict.
    @discardableResult
    public func confirmEnrollment(enrollmentId: String, payload: ConfirmEnrollmentRequest) async throws -> Bool {
        try await call { pix throws(PixClientError) in try await pix.confirm(enrollment: enrollmentId, payload) }
        return true
    }

    /// The current state of an enrollment.
    public func getEnrollment(enrollmentId: String) async throws -> EnrollmentResponse {
        try await call { pix throws(PixClientError) in try await pix.enrollment(enrollmentId) }
    }

    /// Waits for the result of an enrollment, good or bad: polls every 2 s for 120 s.
    public func pollEnrollment(enrollmentId: String) async throws -> EnrollmentResponse {
        try await poll(for: "the enrollment's result") {
            let enrollment = try await getEnrollment(enrollmentId: enrollmentId)
            return enrollment.status.isResult ? enrollment : nil
        }
    }

    /// The enrollments of a device, such as this one (`getDeviceId()`).
    public func listEnrollments(deviceId: String) async throws -> [Enrollment] {
        let enrollments = try await call { pix throws(PixClientError) in
            try await pix.all(EnrollmentQuery(deviceID: deviceId))
        }
        guard !enrollments.isEmpty else { return [] }
        let institutions = try await getPaymentInstitutions()
        return enrollments.map { enrollment in
            Enrollment(enrollment, institution: institutions.first { $0.id == enrollment.details.institution })
        }
    }
}

extension Platform {
    /// The regulator's device classes have the same names in both types.
    init(_ platform: DevicePlatform) { self = Platform(rawValue: platform.rawValue) ?? .crossPlatform }
}
