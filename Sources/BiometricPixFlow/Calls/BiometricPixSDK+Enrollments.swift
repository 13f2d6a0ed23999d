import BiometricPixSDK
import PixAPI
import ToqueEncoding

/// An enrollment as the API answers it.
public typealias EnrollmentResponse = PixAPI.Enrollment

// The names are those of the provider's SDK (docs/sdk.md). Every method throws a `BelvoApiException` where
// the API gives no result, and `CancellationError` where its task is canceled.
extension BiometricPixSDK {
    /// The institutions that customers can enroll at, of all pages.
    public func getPaymentInstitutions(
        queryParameters: InstitutionQuery = InstitutionQuery()
    ) async throws -> [Institution] {
        try await call { pix throws(PixClientError) in try await pix.all(queryParameters) }
    }

    /// Collects the device's risk signals and begins an enrollment with them.
    /// - Parameters:
    ///   - cpf: the account holder's, 11 digits.
    ///   - institution: the id of an institution.
    ///   - accountTenure: `yyyy-MM-dd`, when the person became a customer.
    ///   - callbackUrl: where the bank sends the person back to: https, or http on loopback.
    ///   - externalId: the caller's own id, by which the enrollment is found where this call's answer is lost.
    /// - Returns: the enrollment, whose `details.redirectURL` is the bank's page.
    /// - Throws: `TaxIdentifierError` where `cpf` is none, and `RiskSignalsError`, too.
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

    /// Tells the provider with what the bank sent the person back.
    /// - Parameter callbackUrl: as the app was opened with it. The parameters are taken from the query and the
    ///   fragment, those of a success (`state`, `code`, `id_token`) or of an error (`state`, `error`), which the
    ///   enrollment that is returned has failed of then.
    /// - Throws: `JSONMemberError` naming a parameter that is missing, too.
    @discardableResult
    public func completeEnrollmentAfterRedirection(callbackUrl: String) async throws -> EnrollmentResponse {
        try await completeRedirection(CompleteRedirectionRequest(callbackURL: callbackUrl))
    }

    /// Tells the provider with what the bank sent the person back.
    @discardableResult
    public func completeEnrollmentAfterRedirection(
        state: String, code: String, idToken: String
    ) async throws -> EnrollmentResponse {
        try await completeRedirection(.success(state: state, code: code, idToken: idToken))
    }

    private func completeRedirection(_ body: CompleteRedirectionRequest) async throws -> EnrollmentResponse {
        try await call { pix throws(PixClientError) in try await pix.completeRedirection(body) }
    }

    /// Waits until the bank has made the registration options of an enrollment: every 2 s for 120 s.
    /// - Returns: the options for `startRegistration(fidoResponseString:)`, as JSON; nil where there are none in time
    ///   or the enrollment has failed.
    /// - Throws: `CancellationError` alone.
    public func getFidoRegistrationOptions(enrollmentId: String) async throws(CancellationError) -> JSON? {
        do {
            return try await awaitRegistrationOptions(enrollmentId)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
    }

    /// The same with the reason where there are no options.
    func awaitRegistrationOptions(_ id: String) async throws -> JSON {
        try await poll(for: "the FIDO registration options") {
            try await call { pix throws(PixClientError) in try await pix.fidoRegistrationOptions(enrollment: id) }
        }
    }

    /// Hands in the credential that `startRegistration` made.
    /// - Returns: true: the provider took it, and the bank judges it. What it says `pollEnrollment(enrollmentId:)`
    ///   gives.
    @discardableResult
    public func confirmEnrollment(enrollmentId: String, payload: ConfirmEnrollmentRequest) async throws -> Bool {
        try await call { pix throws(PixClientError) in try await pix.confirm(enrollment: enrollmentId, payload) }
        return true
    }

    /// An enrollment as it is now.
    public func getEnrollment(enrollmentId: String) async throws -> EnrollmentResponse {
        try await call { pix throws(PixClientError) in try await pix.enrollment(enrollmentId) }
    }

    /// Waits for the result of an enrollment, whichever it is: every 2 s for 120 s.
    public func pollEnrollment(enrollmentId: String) async throws -> EnrollmentResponse {
        try await poll(for: "the enrollment's result") {
            let enrollment = try await getEnrollment(enrollmentId: enrollmentId)
            return enrollment.status.isResult ? enrollment : nil
        }
    }

    /// The enrollments of a device, such as this one's (`getDeviceId()`).
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
    /// The regulator's device classes have the same names in both places.
    init(_ platform: DevicePlatform) { self = Platform(rawValue: platform.rawValue) ?? .crossPlatform }
}
