import PixAPI
import RiskSignals
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The guide's flow: a device is enrolled, then pays. Each step is told to the narrator.
struct PixFlow: Sendable {
    let pix: PixClient
    let accountHolder: AccountHolder
    let webAuthn: WebAuthnClient
    var narrator: Narrator
    var polling = Polling()
    /// The origin of both ceremonies; nil means `https://` and the RP ID.
    var origin: Origin?

    private let reader = OptionsReader()

    init(
        pix: PixClient, accountHolder: AccountHolder, webAuthn: WebAuthnClient, narrator: Narrator,
        polling: Polling = Polling(), origin: Origin? = nil
    ) {
        self.pix = pix
        self.accountHolder = accountHolder
        self.webAuthn = webAuthn
        self.narrator = narrator
        self.polling = polling
        self.origin = origin
    }

    // MARK: Enrolment

    /// `POST /enrollments/`.
    func createEnrollment(_ body: CreateEnrollmentRequest) async throws -> Enrollment {
        let enrollment = try await pix.createEnrollment(body)
        narrator.step("POST /enrollments/", "201  \(state(of: enrollment))")
        return enrollment
    }

    /// Plays the account holder at the bank's page.
    func decide(_ decision: AccountHolder.Decision, on enrollment: Enrollment) async throws -> String {
        guard let redirectURL = enrollment.details.redirectURL else {
            throw CommandError(.unreachable, "the enrollment \(enrollment.id) has no redirect_url")
        }
        let callbackURL = try await accountHolder.decide(decision, at: redirectURL)
        let names = Self.parameterNames(of: callbackURL).joined(separator: ", ")
        narrator.step("bank page: \(Self.words(of: decision))", "back with \(names)")
        return callbackURL
    }

    /// From the callback URL to the enrolled device.
    /// - Returns: the enrollment with its result, and the credential that was made for it.
    func finishEnrollment(
        callbackURL: String
    ) async throws -> (enrollment: Enrollment, credential: RegistrationResponse) {
        let enrollment = try await pix.completeRedirection(CompleteRedirectionRequest(callbackURL: callbackURL))
        narrator.step("POST /enrollments/complete-redirection/", "200  \(state(of: enrollment))")
        try Self.check(enrollment)

        let waiting = ContinuousClock().now
        let optionsJSON = try await polling.poll(for: "the FIDO registration options") {
            try await pix.fidoRegistrationOptions(enrollment: enrollment.id)
        }
        let parsed = try reader.creationOptions(optionsJSON.utf8)
        let rpID = parsed.options.rp.id ?? ""
        let algorithms = parsed.options.pubKeyCredParams.map { $0.name ?? "\($0.rawValue)" }.joined(separator: " | ")
        narrator.step(
            "GET  …/fido-registration-options/",
            "200 after \(Self.seconds(since: waiting))   challenge \(parsed.options.challenge.count) bytes, \(algorithms)"
        )

        let credential = try await webAuthn.create(parsed.options, origin: origin)
        narrator.step("startRegistration(fidoOptions)", try CeremonySummary.headline(credential))
        for line in try CeremonySummary.lines(credential, rpID: rpID) { narrator.detail(line) }

        try await pix.confirm(enrollment: enrollment.id, ConfirmEnrollmentRequest(credential))
        narrator.step("POST …/confirm/", "204")
        let result = try await polling.poll(for: "the enrollment's result") {
            let enrollment = try await pix.enrollment(enrollment.id)
            return enrollment.status.isResult ? enrollment : nil
        }
        narrator.step("GET  /enrollments/{id}/", "200  \(state(of: result))")
        try Self.check(result)
        return (result, credential)
    }

    // MARK: Payment

    /// Creates a payment intent and signs its options.
    func createPayment(
        _ body: CreatePaymentIntentRequest
    ) async throws -> (intent: PaymentIntent, assertion: AuthenticationResponse) {
        let intent = try await pix.createPaymentIntent(body)
        narrator.step(
            "POST /payment-intents/",
            "201  \(intent.status.rawValue)   \(intent.information?.endToEndID ?? "no end-to-end ID")")
        guard let options = intent.information?.fidoOptions else {
            throw CommandError(.unreachable, "the payment intent \(intent.id) has no fido_options")
        }
        let assertion = try await webAuthn.get(try reader.requestOptions(options.utf8).options, origin: origin)
        narrator.step("startSigning(fidoOptions)", try CeremonySummary.headline(assertion))
        for line in CeremonySummary.lines(assertion) { narrator.detail(line) }
        return (intent, assertion)
    }

    /// Authorizes the intent and waits for its result, whatever it is.
    func authorize(
        _ intent: PaymentIntent, _ assertion: AuthenticationResponse, signals: RiskSignals, platform: Platform
    ) async throws -> PaymentIntent {
        try await pix.authorize(
            paymentIntent: intent.id,
            AuthorizePaymentIntentRequest(assertion, riskSignals: signals.members, platform: platform))
        narrator.step("POST …/authorize/", "204")
        let result = try await polling.poll(for: "the payment's result") {
            let intent = try await pix.paymentIntent(intent.id)
            return intent.status.isResult ? intent : nil
        }
        let charge = result.charges.first.map { "   charge \($0.status.rawValue)" } ?? ""
        narrator.step(
            "GET  /payment-intents/{id}/", "200  \(result.status.rawValue)\(charge)\(Self.reason(of: result))")
        return result
    }

    /// - Throws: exit code 1 with the reason where the payment did not succeed.
    static func check(_ intent: PaymentIntent) throws {
        guard intent.status != .succeeded else { return }
        throw CommandError(
            .failed, "the payment intent \(intent.id) is \(intent.status.rawValue)\(reason(of: intent))",
            try: "toque pay again")
    }

    /// - Throws: exit code 1 with the reason where the enrollment failed or was canceled.
    static func check(_ enrollment: Enrollment) throws {
        guard enrollment.status == .failed || enrollment.status == .canceled else { return }
        let reason = enrollment.statusReasonCode.map { " (\($0))" } ?? ""
        let message = enrollment.statusReasonMessage.map { ": \($0)" } ?? ""
        throw CommandError(
            .failed, "the enrollment \(enrollment.id) is \(enrollment.status.rawValue)\(reason)\(message)",
            try: "toque enroll again")
    }

    // MARK: Words

    private func state(of enrollment: Enrollment) -> String {
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

    private static func seconds(since start: ContinuousClock.Instant) -> String {
        let tenths = Int(((ContinuousClock().now - start) / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
