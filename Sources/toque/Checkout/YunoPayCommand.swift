import APIClient
import ArgumentParser
import CheckoutPresentation
import Logging
import ToqueEncoding
import YunoSDK

struct YunoPayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "yuno",
        abstract: "Pay with Yuno's SDK.",
        discussion: """
            The merchant's server creates the session. A session has one payment, which the same command resumes. Exit \
            code 4: the payment is pending.

            Example: toque checkout pay yuno --session "$SESSION" --method PIX --script authorize --gesture approve
            """)

    @Option(help: .init("Pay this checkout session. Required.", valueName: "id"))
    var session: String

    @Option(
        help: .init(
            "Pay with this method: PIX, CARD, APPLE_PAY or MERCADO_PAGO_CHECKOUT_PRO. Required.", valueName: "type"))
    var method: String

    @Option(help: .init("Use this vaulted token, such as tok_success. Required for a card.", valueName: "token"))
    var token: String?

    @Option(help: .init("Set the session's country (ISO 3166-1). Default: BR.", valueName: "code"))
    var country = "BR"

    @Option(help: .init("Show screens in this language, such as pt. Default: English.", valueName: "tag"))
    var language: String?

    @Option(
        help: .init("Use this public key. Also TOQUE_YUNO_KEY_ID. Default on loopback: sandbox.", valueName: "key"))
    var publicKey: String?

    @OptionGroup var presentation: PresentationOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    func run() async throws {
        let server = try presentation.serverURL(of: "YUNO")
        guard let key = publicKey ?? environment("TOQUE_YUNO_KEY_ID") ?? (server.isLoopback ? "sandbox" : nil) else {
            throw CommandError(
                .missingArgument, at: "--public-key", "required for \(server)",
                hint: "pass --public-key KEY, or set TOQUE_YUNO_KEY_ID")
        }
        let presenter = try presentation.presenter()
        let interaction = try authenticator.interaction()
        let passkeys = try await authenticator.make(interaction)
        let outcome = try await withTransport { transport in
            // The SDK's log messages are the reason for the outcome.
            let environment = YunoEnvironment(
                server: server, transport: transport, polling: presentation.polling, presenter: presenter,
                approval: ApprovalClient(transport: transport, authenticator: passkeys, interaction: interaction),
                logger: Logger(label: "YunoSDK") { _ in SwiftLogNoOpLogHandler() })
            let outcome = await pay(with: key, environment)
            await presenter.finish()
            return outcome
        }
        try report(outcome, at: server)
    }

    private struct Method: PaymentMethodSelected {
        let paymentMethodType: String
        let vaultedToken: String?
    }

    @MainActor
    private func pay(with key: String, _ environment: YunoEnvironment) async -> (Yuno.Result, Yuno.Outcome?) {
        // A key unknown to the server is the payment's reason too.
        _ = await withCheckedContinuation { done in
            Yuno.initialize(apiKey: key, environment: environment) { done.resume(returning: $0) }
        }
        let params = SeamlessParams(checkoutSession: session, countryCode: country, language: language)
        let selected = Method(paymentMethodType: method, vaultedToken: token)
        // The command itself prints the status.
        let result = await Yuno.startPaymentSeamlessLite(
            with: params, paymentSelected: selected, showPaymentStatus: false)
        return (result, Yuno.outcome(of: session))
    }

    private func report(_ outcome: (result: Yuno.Result, details: Yuno.Outcome?), at server: ServerURL) throws {
        let details = outcome.details
        if presentation.json {
            let json: JSON = [
                "result": .string(outcome.result.rawValue), "session": .string(session),
                "status": .text(details?.status), "sub_status": .text(details?.subStatus),
                "reason": .text(details?.reason),
            ]
            try Console.standard.result(json.serialized(pretty: true))
        } else if outcome.result == .success {
            try Console.standard.result("\(details?.status ?? outcome.result.rawValue): \(session)")
        }
        let status = [details?.status, details?.subStatus].compactMap { $0 }.joined(separator: "/")
        let reason = (details?.reason).map { ": \($0.onOneLine.asClause)" } ?? ""
        switch outcome.result {
        case .success: return
        case .processing:
            throw CommandError(
                .notKnownYet, status + reason, hint: "run the same command again, or ask the merchant's server")
        case .internalError where status.isEmpty:
            throw CommandError(
                .unreachable, at: "\(server)", "the result is not known\(reason)", hint: "run the same command again")
        case .userCancell: throw CommandError(.paymentFailed, "canceled, \(status)\(reason)")
        case .reject, .fail, .internalError:
            throw CommandError(.paymentFailed, (status.isEmpty ? "failed" : status) + reason)
        }
    }
}
