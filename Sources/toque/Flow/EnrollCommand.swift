import ArgumentParser
import BiometricPixFlow
import CheckoutPresentation
import RiskSignals
import ToqueEncoding

struct EnrollCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Enroll this device for Biometric Pix at a server.",
        discussion: """
            Runs the complete flow: risk signals, the bank's approval, registration, confirmation.

            Example: toque enroll --server http://127.0.0.1:8420 --gesture approve
            """)

    enum Bank: String, CaseIterable, ExpressibleByArgument {
        case approve, decline, browser
    }

    @OptionGroup var options: FlowOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    @Option(help: .init("Enroll this customer. Default: the only one.", valueName: "id"))
    var customer: String?

    @Option(
        help: .init("Enroll at this institution. Default: the first active one.", valueName: "id|name"),
        completion: SandboxValues.institutions)
    var institution: String?

    @Option(help: .init("Name the enrollment.", valueName: "text"))
    var name: String?

    @Option(
        help: "Decide on the bank's page: approve or decline it here, or open it in a browser. Default: approve.")
    var bank = Bank.approve

    @Option(
        help: .init(
            "Set the URL that the bank leads back to. Default: https://merchant.example/enrolled.",
            valueName: "url"))
    var callbackUrl: String?

    func validate() throws {
        guard callbackUrl == nil || bank != .browser else {
            throw CommandError(
                .conflictingOptions, at: "--callback-url",
                "requires --bank approve or decline: a browser returns to this process only")
        }
        if let callbackUrl, let problem = EndpointURL.problem(of: callbackUrl) {
            throw CommandError.invalid("--callback-url", callbackUrl, expected: problem.expectation)
        }
        guard options.journal == nil || bank != .browser else {
            throw CommandError(
                .conflictingOptions, at: "--journal",
                "requires --bank approve or decline: a browser returns to this process only")
        }
    }

    func run() async throws {
        let enrollment = try await options.run(with: authenticator) { flow, _ in try await enroll(flow) }
        if options.json { return try Console.standard.result(enrollment.json.serialized(pretty: true)) }
        try Console.standard.result("enrolled: \(enrollment.id)")
    }

    private func enroll(_ flow: PixFlow) async throws -> EnrollmentResponse {
        let journal = try options.openJournal()
        let customer = try await Choice.customer(customer, flow.pix)
        let (institution, others) = try await Choice.institution(institution, flow.pix)
        flow.narrator.step("GET  /institutions/", "200  \(institution.displayName), \(others) more")
        let listener = bank == .browser ? try await ReturnListener.start(taking: ["/callback"]) : nil
        let request = EnrollmentRequest(
            customer: .id(customer.id), institution: institution.id, accountTenure: customer.createdAt.date,
            callbackURL: listener?.url ?? callbackUrl ?? "https://merchant.example/enrolled", name: name)
        return try await flow.enroll(request, journal: journal) { id, redirectURL in
            guard let listener else {
                return try await flow.decide(bank == .decline ? .decline : .approve, at: redirectURL)
            }
            Console.standard.progress("Open in a browser: \(redirectURL)")
            do {
                let callbackURL = try await decision(of: id, at: listener, flow)
                await listener.stop()
                return callbackURL
            } catch {
                await listener.stop()
                throw error
            }
        }
    }

    /// Waits for the person at the browser, as long as the bank does: its clock ends undecided enrollments.
    private func decision(
        of enrollment: String, at listener: ReturnListener, _ flow: PixFlow
    ) async throws -> String {
        try await withThrowingTaskGroup(of: String.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                guard let url = await listener.nextURL() else { throw CancellationError() }
                return url
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: options.poll.polling.interval)
                    try PixFlow.check(try await flow.pix.enrollment(enrollment))
                }
            }
            guard let callbackURL = try await group.next() else { throw CancellationError() }
            return callbackURL
        }
    }
}

extension CollectedRiskSignals {
    /// The notable facts, and a note if the server is a simulator.
    var summary: String {
        var parts = [
            "deviceId \(signals.deviceId.prefix(4))…\(signals.deviceId.suffix(4))", signals.userTimeZoneOffset,
            signals.language,
        ]
        if let isEmulated = signals.isEmulated { parts.append("isEmulated \(isEmulated)") }
        if simulated { parts.append("(simulated)") }
        return parts.joined(separator: "  ")
    }
}

extension DeviceOptions {
    /// The platform in the provider's API.
    var apiPlatform: Platform { Platform(rawValue: platform.rawValue) ?? .crossPlatform }
}
