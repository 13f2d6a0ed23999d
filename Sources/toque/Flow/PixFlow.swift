import BiometricPixFlow
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The guide's flow with the SDK: enrolls a device, then pays. The narrator prints each step.
struct PixFlow: Sendable {
    let sdk: BiometricPixSDK
    let pix: PixClient
    let accountHolder: AccountHolder
    let narrator: Narrator

    /// - Parameter connection: to the server with the bank's pages for `accountHolder`.
    init(
        connection: PixConnection, authenticator: any Authenticator, interaction: any UserInteraction,
        accountHolder: AccountHolder, narrator: Narrator, origin: Origin? = nil
    ) {
        sdk = BiometricPixSDK(
            connection: connection, authenticator: authenticator, interaction: interaction, origin: origin)
        pix = connection.client
        self.accountHolder = accountHolder
        self.narrator = narrator
    }

    // MARK: Enrollment

    /// Enrolls the device, or completes the journal's enrollment.
    /// - Parameter callback: takes the account holder of the enrollment to the bank's page and returns the bank's
    ///   redirect.
    /// - Throws: exit code 1 with the reason if the enrollment failed or was canceled.
    func enroll(
        _ request: EnrollmentRequest, journal: any FlowJournal,
        callback: (_ enrollment: String, _ redirectURL: String) async throws -> String
    ) async throws -> EnrollmentResponse {
        let flow = try await sdk.enrollmentFlow(request, journal: journal)
        var begun = ContinuousClock().now
        var rpID = ""
        while let step = try await flow.next() {
            switch step {
            case .created(let enrollment): narrator.step("POST /enrollments/", "201  \(Self.state(of: enrollment))")
            case .awaitingAccountHolder(let id, let url):
                try await flow.receive(callbackUrl: try await explaining(id) { try await callback(id, url) })
            case .returned(let enrollment):
                narrator.step("POST /enrollments/complete-redirection/", "200  \(Self.state(of: enrollment))")
                try Self.check(enrollment)
            case .optionsReceived(let options):
                let options = try OptionsReader().creationOptions(options.utf8).options
                rpID = options.rp.id ?? ""
                tell(options, after: ContinuousClock().now - begun)
            case .registered(let attestation):
                narrator.step("startRegistration(fidoOptions)", try CeremonySummary.headline(attestation.response))
                for line in try CeremonySummary.lines(attestation.response, rpID: rpID) { narrator.detail(line) }
            case .confirmed: narrator.step("POST …/confirm/", "204")
            case .finished(let enrollment):
                narrator.step("GET  /enrollments/{id}/", "200  \(Self.state(of: enrollment))")
                try Self.check(enrollment)
                return enrollment
            }
            begun = ContinuousClock().now
        }
        throw PixFlowError.isFinished
    }

    /// Runs the step at the bank's page. If the page refuses because the enrollment has ended, reports the enrollment's
    /// reason.
    private func explaining(_ enrollment: String, _ body: () async throws -> String) async throws -> String {
        do {
            return try await body()
        } catch let error as PixClientError {
            guard case .refused = error else { throw error }
            if let enrollment = try? await pix.enrollment(enrollment) { try Self.check(enrollment) }
            throw error
        }
    }

    /// Acts as the account holder at the bank's page.
    func decide(_ decision: AccountHolder.Decision, at redirectURL: String) async throws -> String {
        let callbackURL = try await accountHolder.decide(decision, at: redirectURL)
        let names = Self.parameterNames(of: callbackURL).joined(separator: ", ")
        narrator.step("bank page: \(Self.words(of: decision))", "back with \(names)")
        return callbackURL
    }

    private func tell(_ options: PublicKeyCredentialCreationOptions, after duration: Duration) {
        let algorithms = options.pubKeyCredParams.map { $0.name ?? "\($0.rawValue)" }.joined(separator: " | ")
        let tenths = Int((duration / .milliseconds(100)).rounded())
        narrator.step(
            "GET  …/fido-registration-options/",
            "200 after \(tenths / 10).\(tenths % 10) s   challenge \(options.challenge.count) bytes, \(algorithms)")
    }

    // MARK: Payment

    /// Pays, or completes the journal's payment, and prints the result, good or bad.
    /// - Returns: the intent, and the signature if it was made now.
    func pay(
        _ request: PaymentRequest, journal: any FlowJournal
    ) async throws -> (intent: PaymentIntent, assertion: AssertionResponse?) {
        let flow = try await sdk.paymentFlow(request, journal: journal)
        var signature: AssertionResponse?
        while let step = try await flow.next() {
            switch step {
            case .created(let intent):
                narrator.step(
                    "POST /payment-intents/",
                    "201  \(intent.status.rawValue)   \(intent.information?.endToEndID ?? "no end-to-end ID")")
            case .signed(let assertion):
                signature = assertion
                narrator.step("startSigning(fidoOptions)", try CeremonySummary.headline(assertion.response))
                for line in CeremonySummary.lines(assertion.response) { narrator.detail(line) }
            case .authorized: narrator.step("POST …/authorize/", "204")
            case .finished(let intent):
                let charge = intent.charges.first.map { "   charge \($0.status.rawValue)" } ?? ""
                narrator.step(
                    "GET  /payment-intents/{id}/", "200  \(intent.status.rawValue)\(charge)\(Self.reason(of: intent))")
                return (intent, signature)
            }
        }
        throw PixFlowError.isFinished
    }

    // MARK: Results

    /// - Throws: exit code 1 with the reason if the payment did not succeed.
    static func check(_ intent: PaymentIntent) throws {
        guard intent.status != .succeeded else { return }
        throw CommandError(
            .paymentFailed, "the payment intent \(intent.id) is \(intent.status.rawValue)\(reason(of: intent))")
    }

    /// - Throws: exit code 1 with the reason if the enrollment failed or was canceled.
    static func check(_ enrollment: EnrollmentResponse) throws {
        guard enrollment.status == .failed || enrollment.status == .canceled else { return }
        let reason = enrollment.statusReasonCode.map { " (\($0))" } ?? ""
        let message = enrollment.statusReasonMessage.map { ": \($0)" } ?? ""
        throw CommandError(
            .enrollmentFailed, "the enrollment \(enrollment.id) is \(enrollment.status.rawValue)\(reason)\(message)")
    }

    // MARK: Wording

    private static func state(of enrollment: EnrollmentResponse) -> String {
        "\(enrollment.status.rawValue) / \(enrollment.details.status.rawValue)"
    }

    static func reason(of intent: PaymentIntent) -> String {
        guard let code = intent.failureCode else { return "" }
        return " \(code)\(intent.failureMessage.map { ": \($0)" } ?? "")"
    }

    private static func words(of decision: AccountHolder.Decision) -> String {
        switch decision {
        case .approve: "approved"
        case .decline: "declined"
        case .fail(let error): "failed with \(error)"
        }
    }

    private static func parameterNames(of url: String) -> [String] {
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return (FormURLEncoding.decode(query.prefix { $0 != "#" }) ?? []).map(\.name)
    }
}
