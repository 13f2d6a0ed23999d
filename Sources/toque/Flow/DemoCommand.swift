import APIClient
import ArgumentParser
import BiometricPixFlow
import PixSimulator
import RiskSignals
import Sandbox
import SoftAuthenticator
import ToqueEncoding
import ToqueWebAuthn

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Enroll a device and pay 0.13 BRL, all on this machine.",
        discussion: """
            Starts a sandbox on a free port of 127.0.0.1, enrolls, and pays. Then replays and tampers with the \
            assertion, to show the refusals. Keeps nothing.

            Example: toque demo
            """)

    @Option(
        help: "Imitate this class of device, which must verify its user; security-key does not. Default: ios.")
    var profile = AuthenticatorProfile.ios

    @Flag(help: "Print JSON; the steps go to stderr.")
    var json = false

    func validate() throws {
        guard profile.verification != .none else {
            throw CommandError(
                .conflictingOptions, at: "--profile", "\(profile.name) verifies no user, which the bank requires")
        }
    }

    func run() async throws {
        let started = ContinuousClock().now
        var configuration = PixSimulator.Configuration()
        configuration.sandbox.port = 0
        let simulator = try await PixSimulator.start(configuration)
        do {
            let result = try await withTransport { transport in try await show(simulator, transport) }
            await simulator.stop()
            if json { return try Console.standard.result(result.serialized(pretty: true)) }
        } catch {
            await simulator.stop()
            throw error
        }
        let tenths = Int(((ContinuousClock().now - started) / .milliseconds(100)).rounded())
        try Console.standard.result("Enrolled and paid in \(tenths / 10).\(tenths % 10) s. Next:  \(Self.next)")
    }

    private static var next: String { "\(CommandLine.arguments.first ?? "toque") simulate -- YOUR TEST COMMAND" }

    /// - Returns: the enrollment, the payment and the responses to the wrong assertions.
    private func show(_ simulator: SandboxServer, _ transport: PatientTransport) async throws -> JSON {
        let console = Console.standard
        // Ignored: a failed write fails again at the last line, the result.
        let tell: @Sendable (String) -> Void = { [json] line in
            if json { console.progress(line) } else { try? console.result(line) }
        }
        let narrator = Narrator(tell)
        guard let server = ServerURL(simulator.url) else {
            throw CommandError(.unexpected, at: simulator.url, "is not a URL")
        }
        tell(
            """
            Sandbox   \(simulator.url)   (provider + bank, SQLite, loopback only; nothing leaves this machine)
            Device    profile \(profile.name), simulated \(profile.verification.rawValue); risk signals from this machine

            """)
        let authenticator = SoftAuthenticator(profile: profile, storage: MemoryCredentialStore())
        var connection = PixConnection(client: PixClient(server: server, key: .sandbox, transport: transport))
        connection.polling.interval = .milliseconds(250)
        connection.riskSignals = { accountTenure in
            let collected = try RiskSignalsCollector(root: .machine)
                .collect(accountTenure: accountTenure, permission: false)
            narrator.step("collectRiskSignals(\(accountTenure))", collected.summary)
            return collected.signals
        }
        let flow = PixFlow(
            connection: connection, authenticator: authenticator, interaction: ScriptedInteraction(.approve),
            accountHolder: AccountHolder(transport: transport.direct), narrator: narrator)

        narrator.heading("ENROLL")
        let customer = try await Choice.customer(nil, flow.pix)
        let (institution, others) = try await Choice.institution(nil, flow.pix)
        narrator.step("GET  /institutions/", "200  \(institution.displayName) (invented), \(others) more")
        let tenure = customer.createdAt.date
        let enrollment = try await flow.enroll(
            EnrollmentRequest(
                customer: .id(customer.id), institution: institution.id, accountTenure: tenure,
                callbackURL: "https://merchant.example/enrolled", name: "toque demo"),
            journal: MemoryFlowJournal()
        ) { _, redirectURL in try await flow.decide(.approve, at: redirectURL) }

        narrator.heading("PAY 0.13 BRL")
        let deviceID = try flow.sdk.getDeviceId()
        let enrolled = try await flow.pix.enrollments(deviceID: deviceID)
        narrator.step(
            "GET  /enrollments/?device_id=\(deviceID.prefix(4))…",
            "200  \(enrolled.count) \(enrolled.count == 1 ? "enrollment" : "enrollments")")
        let payment = PaymentRequest(payload: try await payload(for: enrollment, flow), accountTenure: tenure)
        let (paid, assertion) = try await flow.pay(payment, journal: MemoryFlowJournal())
        try PixFlow.check(paid)
        guard let assertion = assertion?.response else {
            throw CommandError(.unexpected, "the payment has no signature")
        }

        narrator.heading("AND WHEN IT IS WRONG")
        let refusals = [
            try await replay(assertion, paid, tenure, flow),
            try await attempt("the same assertion for another payment", payment, flow) { $0 = assertion },
            try await attempt("one bit of a signature flipped", payment, flow) {
                if let last = $0.signature.popLast() { $0.signature.append(last ^ 1) }
            },
        ]
        return [
            "enrollment": enrollment.json, "payment_intent": paid.json,
            "refusals": .array(refusals.map { ["attempt": .string($0.action), "outcome": .string($0.outcome)] }),
        ]
    }

    /// The response to a wrong assertion.
    private struct Refusal {
        let action: String
        let outcome: String

        /// Also prints it.
        init(_ action: String, _ outcome: String, _ narrator: Narrator) {
            self.action = action
            self.outcome = outcome
            narrator.step(action, outcome)
        }
    }

    private func payload(
        for enrollment: EnrollmentResponse, _ flow: PixFlow
    ) async throws -> CreatePaymentIntentRequest {
        guard let amount = Amount("0.13") else { throw CommandError(.unexpected, "0.13 is not an amount") }
        return CreatePaymentIntentRequest(
            amount: amount, customer: .id(enrollment.details.customer), description: "Paid by toque demo",
            statementDescription: "toque demo",
            method: PaymentMethodDetails(
                beneficiaryBankAccount: try await Choice.beneficiary(nil, flow.pix), enrollment: enrollment.id))
    }

    /// Repeats an assertion for the payment that it has already authorized.
    private func replay(
        _ assertion: AuthenticationResponse, _ intent: PaymentIntent, _ accountTenure: String, _ flow: PixFlow
    ) async throws -> Refusal {
        let action = "the same assertion again"
        do {
            try await authorize(intent, with: assertion, accountTenure, flow)
        } catch let error as BelvoApiException where error.statusCode >= 400 {
            return Refusal(action, "\(error.statusCode)  \(error.errors.first?.description ?? "")", flow.narrator)
        }
        throw CommandError(.expectationFailed, "\(action) was accepted, which must not be")
    }

    /// Authorizes a new payment with a wrong assertion.
    private func attempt(
        _ action: String, _ payment: PaymentRequest, _ flow: PixFlow, spoil: (inout AuthenticationResponse) -> Void
    ) async throws -> Refusal {
        let intent = try await flow.sdk.createPaymentIntent(payload: payment.payload)
        guard let options = intent.information?.fidoOptions else {
            throw CommandError(.unexpected, "the payment intent \(intent.id) has no fido_options")
        }
        var assertion = try await flow.sdk.startSigning(
            fidoResponseString: options.serialized(), fallbackCredential: nil
        ).response
        spoil(&assertion)
        try await authorize(intent, with: assertion, payment.accountTenure, flow)
        let result = try await flow.sdk.pollPaymentIntent(paymentIntentId: intent.id)
        guard result.status == .failed else {
            throw CommandError(.expectationFailed, "\(action) was accepted, which must not be")
        }
        return Refusal(action, "204  then \(result.status.rawValue)\(PixFlow.reason(of: result))", flow.narrator)
    }

    private func authorize(
        _ intent: PaymentIntent, with assertion: AuthenticationResponse, _ accountTenure: String, _ flow: PixFlow
    ) async throws {
        let signals = try await flow.sdk.riskSignals(accountTenure: accountTenure)
        try await flow.sdk.authorizePaymentIntent(
            paymentIntentId: intent.id,
            payload: AuthorizePaymentIntentRequest(assertion, riskSignals: signals.members, platform: .crossPlatform))
    }
}
