import ArgumentParser
import BiometricPixFlow
import RiskSignals
import ToqueEncoding

struct PayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Pay with an enrolled device.",
        discussion: """
            Runs the complete flow: payment intent, signature, authorization, result.

            Example: toque pay --server http://127.0.0.1:8420 --amount 0.13 --gesture approve
            """)

    @OptionGroup var options: FlowOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    @Option(help: .init("Pay this amount in reais, with at most two decimals. Required.", valueName: "amount"))
    var amount: Amount

    @Option(
        help: .init("Pay with this enrollment. Default: this device's only one.", valueName: "id"),
        completion: SandboxValues.enrollments)
    var enrollment: String?

    @Option(help: .init("Pay to this bank account. Default: the only active business account.", valueName: "id"))
    var beneficiary: String?

    @Option(help: .init("Describe the payment. Default: Paid with toque.", valueName: "text"))
    var description = "Paid with toque"

    func run() async throws {
        let intent = try await options.run(with: authenticator, pay)
        if options.json {
            try Console.standard.result(intent.json.serialized(pretty: true))
        } else if intent.status == .succeeded {
            try Console.standard.result("paid \(intent.amount) \(intent.currency): \(intent.id)")
        }
        try PixFlow.check(intent)
    }

    private func pay(_ flow: PixFlow, _ device: DescribedDevice) async throws -> PaymentIntent {
        let journal = try options.openJournal()
        let deviceID = try device.deviceID()
        let query = enrollment == nil ? "?device_id=\(deviceID.prefix(4))…" : "{id}/"
        let enrollment = try await Choice.enrollment(enrollment, deviceID: deviceID, flow.pix)
        flow.narrator.step("GET  /enrollments/\(query)", "200  \(enrollment.id)")
        let customer = try await flow.pix.customer(enrollment.details.customer)
        let payload = CreatePaymentIntentRequest(
            amount: amount, customer: .id(customer.id), description: description, statementDescription: description,
            method: PaymentMethodDetails(
                beneficiaryBankAccount: try await Choice.beneficiary(beneficiary, flow.pix),
                enrollment: enrollment.id))
        do {
            return try await flow.pay(
                PaymentRequest(payload: payload, accountTenure: customer.createdAt.date), journal: journal
            ).intent
        } catch let error as BelvoApiException where error.errors.contains(where: { $0.code == "invalid_status" }) {
            // An enrollment that has ended cannot pay; it has its own reason.
            try PixFlow.check(try await flow.pix.enrollment(enrollment.id))
            throw error
        }
    }
}

extension Amount: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
