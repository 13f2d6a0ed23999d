import ArgumentParser
import PixAPI
import RiskSignals
import ToqueEncoding
import WebAuthnClient

struct PayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Pay with an enrolled device.",
        discussion: """
            Does the guide's whole flow: payment intent, signature, authorization, result.

            Example: toque pay --server http://127.0.0.1:8420 --amount 0.13 --gesture approve
            """)

    @OptionGroup var server: ServerOptions
    @OptionGroup var authenticator: AuthenticatorOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var poll: PollOptions

    @Option(help: .init("Reais, with at most two decimals.", valueName: "amount"))
    var amount: Amount

    @Option(help: .init("The enrollment. Default: this device's only one.", valueName: "id"))
    var enrollment: String?

    @Option(help: .init("The bank account to be paid. Default: the only one of a business.", valueName: "id"))
    var beneficiary: String?

    @Option(help: .init("What the payment is for.", valueName: "text"))
    var description = "Paid with toque"

    @Option(help: .init("The caller's origin. Default: https:// and the RP ID.", valueName: "origin"))
    var origin: String?

    @Flag(help: "Print the payment intent as JSON.")
    var json = false

    func run() async throws {
        let interaction = try authenticator.interaction()
        let origin = try origin.map { try Origin($0) }
        let client = WebAuthnClient(authenticator: try authenticator.make(), interaction: interaction)
        let intent = try await withTransport { transport in
            try await restartable("toque pay --amount \(amount)") {
                let flow = PixFlow(
                    pix: try server.makeClient(transport), accountHolder: AccountHolder(transport: transport),
                    webAuthn: client, narrator: .progress(), polling: poll.polling, origin: origin)
                return try await pay(flow)
            }
        }
        if json {
            Console.standard.result(intent.json.serialized(pretty: true))
        } else if intent.status == .succeeded {
            Console.standard.result("paid \(intent.amount) \(intent.currency): \(intent.id)")
        }
        try PixFlow.check(intent)
    }

    private func pay(_ flow: PixFlow) async throws -> PaymentIntent {
        let deviceID = try device.deviceID()
        let enrollment = try await Choice.enrollment(enrollment, deviceID: deviceID, flow.pix)
        flow.narrator.step("GET  /enrollments/?device_id=\(deviceID.prefix(4))…", "200  \(enrollment.id)")
        let customer = try await flow.pix.customer(enrollment.details.customer)
        let (intent, assertion) = try await flow.createPayment(
            CreatePaymentIntentRequest(
                amount: amount, customer: .id(customer.id), description: description,
                statementDescription: description,
                method: PaymentMethodDetails(
                    beneficiaryBankAccount: try await Choice.beneficiary(beneficiary, flow.pix),
                    enrollment: enrollment.id)))
        let signals = try device.collect(accountTenure: customer.createdAt.date)
        return try await flow.authorize(intent, assertion, signals: signals.signals, platform: device.apiPlatform)
    }
}

extension Amount: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
