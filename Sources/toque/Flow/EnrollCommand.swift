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
            Does the guide's whole flow: risk signals, the bank's approval, registration, confirmation.

            Example: toque enroll --server http://127.0.0.1:8420 --gesture approve
            """)

    enum Bank: String, CaseIterable, ExpressibleByArgument {
        case approve, decline, browser
    }

    @OptionGroup var options: FlowOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    @Option(help: .init("The customer. Default: the only one.", valueName: "id"))
    var customer: String?

    @Option(help: .init("The institution. Default: the first active one.", valueName: "id or name"))
    var institution: String?

    @Option(help: .init("A name for people.", valueName: "text"))
    var name: String?

    @Option(help: "Who decides on the bank's page: this command approves or declines, or you do in a browser.")
    var bank = Bank.approve

    func validate() throws {
        guard options.journal == nil || bank != .browser else {
            throw ValidationError("--journal goes with --bank approve or decline: a browser comes back to this process")
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
            callbackURL: listener?.url ?? "https://merchant.example/enrolled", name: name)
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

    /// Waits for the person at the browser, and gives up when the bank does: its own clock ends an enrollment that
    /// nobody decides.
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
    /// What is worth showing, and that it is simulated where it is.
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
