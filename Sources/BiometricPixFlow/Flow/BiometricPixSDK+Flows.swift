import BiometricPixSDK
import PixAPI

extension BiometricPixSDK {
    // MARK: Enrollment

    /// An enrollment step by step: the one that the journal has, or a new one.
    /// - Throws: ``PixFlowError/otherFlow(_:)`` where the journal's was begun with another request, and what the
    ///   journal throws.
    public func enrollmentFlow(
        _ request: EnrollmentRequest, journal: any FlowJournal
    ) async throws -> EnrollmentFlow {
        EnrollmentFlow(self, try await Logbook.open(journal, for: request, random: try pixConnection.random))
    }

    /// The enrollment that the journal has, for an app that is started again; nil where there is none.
    public func resumeEnrollment(journal: any FlowJournal) async throws -> EnrollmentFlow? {
        try await Logbook.open(journal).map { EnrollmentFlow(self, $0) }
    }

    /// A whole enrollment, or the rest of the one that the journal has.
    /// - Parameters:
    ///   - cpf: the account holder's, 11 digits.
    ///   - institution: the id of an institution.
    ///   - accountTenure: `yyyy-MM-dd`, when the person became a customer.
    ///   - callbackUrl: where the bank sends the person back to: https, or http on loopback.
    ///   - journal: remove it when the result is no longer needed; until then it gives this result and begins nothing.
    ///   - redirect: opens the bank's page and gives the URL with which the app was opened again.
    /// - Returns: the enrollment with its result, whichever it is: its status tells.
    /// - Throws: as ``EnrollmentFlow/next()``. Calling again goes on where it was.
    public func enroll(
        cpf: String, institution: String, accountTenure: String, callbackUrl: String, journal: any FlowJournal,
        redirect: @Sendable (_ redirectUrl: String) async throws -> String
    ) async throws -> EnrollmentResponse {
        let request = try EnrollmentRequest(
            cpf: cpf, institution: institution, accountTenure: accountTenure, callbackUrl: callbackUrl)
        return try await enrollmentFlow(request, journal: journal).finish(redirect: redirect)
    }

    // MARK: Payment

    /// A payment step by step: the one that the journal has, or a new one.
    /// - Throws: ``PixFlowError/otherFlow(_:)`` where the journal's was begun with another request, and what the
    ///   journal throws.
    public func paymentFlow(_ request: PaymentRequest, journal: any FlowJournal) async throws -> PaymentFlow {
        PaymentFlow(self, try await Logbook.open(journal, for: request, random: try pixConnection.random))
    }

    /// The payment that the journal has, for an app that is started again; nil where there is none.
    public func resumePayment(journal: any FlowJournal) async throws -> PaymentFlow? {
        try await Logbook.open(journal).map { PaymentFlow(self, $0) }
    }

    /// A whole payment, or the rest of the one that the journal has.
    /// - Parameters:
    ///   - payload: the body of `POST /payment-intents/`; its `externalID` is chosen where it is nil.
    ///   - accountTenure: `yyyy-MM-dd`, when the person became a customer.
    ///   - journal: remove it when the result is no longer needed; until then it gives this result and begins nothing.
    /// - Returns: the intent with its result, whichever it is: its status tells.
    /// - Throws: as ``PaymentFlow/next()``. Calling again goes on where it was.
    public func pay(
        payload: CreatePaymentIntentRequest, accountTenure: String, journal: any FlowJournal
    ) async throws -> PaymentIntent {
        try await paymentFlow(PaymentRequest(payload: payload, accountTenure: accountTenure), journal: journal).finish()
    }
}

extension EnrollmentFlow {
    /// Does all the steps that are left.
    /// - Parameter redirect: opens the bank's page and gives the URL with which the app was opened again.
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
    /// Does all the steps that are left.
    public func finish() async throws -> PaymentIntent {
        while let step = try await next() {
            if case .finished(let intent) = step { return intent }
        }
        throw PixFlowError.isFinished
    }
}
