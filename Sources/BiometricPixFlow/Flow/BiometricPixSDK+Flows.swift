import BiometricPixSDK
import PixAPI

extension BiometricPixSDK {
    // MARK: Enrollment

    /// An enrollment step by step: the journal's, or a new one.
    /// - Throws: ``PixFlowError/otherFlow(_:)`` if the journal's flow began with another request, and the journal's
    ///   errors.
    public func enrollmentFlow(
        _ request: EnrollmentRequest, journal: any FlowJournal
    ) async throws -> EnrollmentFlow {
        EnrollmentFlow(self, try await Logbook.open(journal, for: request, random: try pixConnection.random))
    }

    /// The journal's enrollment, for an app that was restarted; nil if there is none.
    public func resumeEnrollment(journal: any FlowJournal) async throws -> EnrollmentFlow? {
        try await Logbook.open(journal).map { EnrollmentFlow(self, $0) }
    }

    /// Performs a whole enrollment, or the rest of the journal's.
    /// - Parameters:
    ///   - cpf: the account holder's, 11 digits.
    ///   - institution: the id of an institution.
    ///   - accountTenure: `yyyy-MM-dd`, the date when the person became a customer.
    ///   - callbackUrl: the bank's redirect target for the person: https, or http on loopback.
    ///   - journal: remove it when you no longer need the result; until then it returns this result and starts nothing.
    ///   - redirect: opens the bank's page and returns the URL with which the app was reopened.
    /// - Returns: the enrollment with its result; check its status.
    /// - Throws: like ``EnrollmentFlow/next()``. Calling again continues the enrollment.
    public func enroll(
        cpf: String, institution: String, accountTenure: String, callbackUrl: String, journal: any FlowJournal,
        redirect: @Sendable (_ redirectUrl: String) async throws -> String
    ) async throws -> EnrollmentResponse {
        let request = try EnrollmentRequest(
            cpf: cpf, institution: institution, accountTenure: accountTenure, callbackUrl: callbackUrl)
        return try await enrollmentFlow(request, journal: journal).finish(redirect: redirect)
    }

    // MARK: Payment

    /// A payment step by step: the journal's, or a new one.
    /// - Throws: ``PixFlowError/otherFlow(_:)`` if the journal's flow began with another request, and the journal's
    ///   errors.
    public func paymentFlow(_ request: PaymentRequest, journal: any FlowJournal) async throws -> PaymentFlow {
        PaymentFlow(self, try await Logbook.open(journal, for: request, random: try pixConnection.random))
    }

    /// The journal's payment, for an app that was restarted; nil if there is none.
    public func resumePayment(journal: any FlowJournal) async throws -> PaymentFlow? {
        try await Logbook.open(journal).map { PaymentFlow(self, $0) }
    }

    /// Performs a whole payment, or the rest of the journal's.
    /// - Parameters:
    ///   - payload: the body of `POST /payment-intents/`; a nil `externalID` is generated.
    ///   - accountTenure: `yyyy-MM-dd`, the date when the person became a customer.
    ///   - journal: remove it when you no longer need the result; until then it returns this result and starts nothing.
    /// - Returns: the intent with its result; check its status.
    /// - Throws: like ``PaymentFlow/next()``. Calling again continues the payment.
    public func pay(
        payload: CreatePaymentIntentRequest, accountTenure: String, journal: any FlowJournal
    ) async throws -> PaymentIntent {
        try await paymentFlow(PaymentRequest(payload: payload, accountTenure: accountTenure), journal: journal).finish()
    }
}

extension EnrollmentFlow {
    /// Performs all remaining steps.
    /// - Parameter redirect: opens the bank's page and returns the URL with which the app was reopened.
    public func finish(
        redirect: @Sendable (_ redirectUrl: String) async throws -> String
    ) async throws -> EnrollmentResponse {
        while let step = try await next() {
            switch step {
            case .awaitingAccountHolder(_, let url): try await receive(callbackUrl: try await redirect(url))
            case .finished(let enrollment): return enrollment
            case .created, .returned, .optionsReceived, .registered, .confirmed: continue
            }
        }
        throw PixFlowError.isFinished
    }
}

extension PaymentFlow {
    /// Performs all remaining steps.
    public func finish() async throws -> PaymentIntent {
        while let step = try await next() {
            if case .finished(let intent) = step { return intent }
        }
        throw PixFlowError.isFinished
    }
}
