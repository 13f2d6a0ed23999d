import ArgumentParser
import PixAPI
import PixSimulator
import RiskSignals
import SoftAuthenticator
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Enrol a device and pay 0.13 BRL with it, on this machine alone.",
        discussion: """
            Starts the sandbox on a free port of 127.0.0.1, enrols, pays, and shows what a replayed and a tampered \
            assertion get. Keeps nothing.

            Example: toque demo
            """)

    @Option(help: "The class of device. The flow needs one that verifies its user, which security-key does not.")
    var profile = AuthenticatorProfile.ios

    @Flag(help: "Print the result as JSON; the steps go to stderr.")
    var json = false

    func validate() throws {
        guard profile.verification != .none else {
            throw ValidationError("--profile: \(profile.name) verifies no user, which the bank requires")
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

    /// - Returns: what was enrolled and paid, and what the wrong assertions got.
    private func show(_ simulator: PixSimulator, _ transport: AsyncHTTPTransport) async throws -> JSON {
        let console = Console.standard
        // A line that cannot be written shows at the last one, which is the result.
        let tell: @Sendable (String) -> Void = { [json] line in
            if json { console.progress(line) } else { try? console.result(line) }
        }
        let narrator = Narrator(tell)
        guard let server = ServerURL(simulator.url) else {
            throw CommandError(.unreachable, "the sandbox is at \(simulator.url), which is no URL")
        }
        tell(
            """
            Sandbox   \(simulator.url)   (provider + bank, SQLite, loopback only; nothing leaves this machine)
            Device    profile \(profile.name), simulated \(profile.verification.rawValue); risk signals from this machine

            """)
        let authenticator = SoftAuthenticator(profile: profile, storage: MemoryCredentialStore())
        let flow = PixFlow(
            pix: PixClient(server: server, key: .sandbox, transport: transport),
            accountHolder: AccountHolder(transport: transport),
            webAuthn: WebAuthnClient(authenticator: authenticator, interaction: ScriptedInteraction(.approve)),
            narrator: narrator, polling: Polling(interval: .milliseconds(250)))

        narrator.heading("ENROL")
        let customer = try await Choice.customer(nil, flow.pix)
        let (institution, others) = try await Choice.institution(nil, flow.pix)
        narrator.step("GET  /institutions/", "200  \(institution.displayName) (invented), \(others) more")
        let signals = try collect(customer)
        narrator.step("collectRiskSignals(\(customer.createdAt.date))", signals.summary)
        let created = try await flow.createEnrollment(
            CreateEnrollmentRequest(
                customer: .id(customer.id), institution: institution.id, name: "toque demo",
                platform: .crossPlatform, callbackURL: "https://merchant.example/enrolled",
                riskSignals: signals.signals.members))
        let callbackURL = try await flow.decide(.approve, on: created)
        let (enrollment, _) = try await flow.finishEnrollment(callbackURL: callbackURL)

        narrator.heading("PAY 0.13 BRL")
        let deviceID = signals.signals.deviceId
        let enrolled = try await flow.pix.enrollments(deviceID: deviceID)
        narrator.step(
            "GET  /enrollments/?device_id=\(deviceID.prefix(4))…",
            "200  \(enrolled.count) \(enrolled.count == 1 ? "enrolment" : "enrolments")")
        let payment = try await payment(of: enrollment, flow)
        let (intent, assertion) = try await flow.createPayment(payment)
        let paid = try await flow.authorize(
            intent, assertion, signals: try collect(customer).signals, platform: .crossPlatform)
        try PixFlow.check(paid)

        narrator.heading("AND WHEN IT IS WRONG")
        let refusals = [
            try await replay(assertion, intent, customer, flow),
            try await attempt("the same assertion for another payment", payment, customer, flow) { $0 = assertion },
            try await attempt("one bit of a signature flipped", payment, customer, flow) {
                if let last = $0.signature.popLast() { $0.signature.append(last ^ 1) }
            },
        ]
        return [
            "enrollment": enrollment.json, "payment_intent": paid.json,
            "refusals": .array(refusals.map { ["attempt": .string($0.action), "outcome": .string($0.outcome)] }),
        ]
    }

    /// What a wrong assertion got.
    private struct Refusal {
        let action: String
        let outcome: String

        /// Tells it, too.
        init(_ action: String, _ outcome: String, _ narrator: Narrator) {
            self.action = action
            self.outcome = outcome
            narrator.step(action, outcome)
        }
    }

    private func collect(_ customer: Customer) throws -> CollectedRiskSignals {
        try RiskSignalsCollector(root: .machine)
            .collect(accountTenure: customer.createdAt.date, permission: false)
    }

    private func payment(of enrollment: Enrollment, _ flow: PixFlow) async throws -> CreatePaymentIntentRequest {
        guard let amount = Amount("0.13") else { throw CommandError(.failed, "0.13 is no amount") }
        return CreatePaymentIntentRequest(
            amount: amount, customer: .id(enrollment.details.customer), description: "Paid by toque demo",
            statementDescription: "toque demo",
            method: PaymentMethodDetails(
                beneficiaryBankAccount: try await Choice.beneficiary(nil, flow.pix), enrollment: enrollment.id))
    }

    /// The same assertion once more, for the payment that it has already authorized.
    private func replay(
        _ assertion: AuthenticationResponse, _ intent: PaymentIntent, _ customer: Customer, _ flow: PixFlow
    ) async throws -> Refusal {
        let action = "the same assertion again"
        let body = AuthorizePaymentIntentRequest(
            assertion, riskSignals: try collect(customer).signals.members, platform: .crossPlatform)
        do throws(PixClientError) {
            try await flow.pix.authorize(paymentIntent: intent.id, body)
        } catch {
            guard case .refused(_, let status, let errors) = error else { throw error }
            return Refusal(action, "\(status)  \(errors.first?.description ?? "")", flow.narrator)
        }
        throw CommandError(.failed, "\(action) was accepted, which must not be")
    }

    /// A new payment that is authorized with a wrong assertion.
    private func attempt(
        _ action: String, _ payment: CreatePaymentIntentRequest, _ customer: Customer, _ flow: PixFlow,
        spoil: (inout AuthenticationResponse) -> Void
    ) async throws -> Refusal {
        var quiet = flow
        quiet.narrator = Narrator { _ in }
        var (intent, assertion) = try await quiet.createPayment(payment)
        spoil(&assertion)
        let result = try await quiet.authorize(
            intent, assertion, signals: try collect(customer).signals, platform: .crossPlatform)
        guard result.status == .failed else {
            throw CommandError(.failed, "\(action) was accepted, which must not be")
        }
        return Refusal(action, "204  then \(result.status.rawValue)\(PixFlow.reason(of: result))", flow.narrator)
    }
}
