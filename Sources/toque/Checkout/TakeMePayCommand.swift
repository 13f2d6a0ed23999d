import APIClient
import ArgumentParser
import BiometricPixFlow
import CheckoutPresentation
import TakeMePaySDK
import ToqueEncoding

struct TakeMePayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "takeme",
        abstract: "Pay with TakeMe's SDK.",
        discussion: """
            Makes a source, authorizes it in the wallet, and waits for the merchant's server to charge it.

            Example: toque checkout pay takeme --amount 10 --script confirm,authorize --gesture approve
            """)

    @Option(help: .init("Pay this amount in minor units. Required.", valueName: "integer"))
    var amount: UInt

    @Option(help: .init("Pay in this currency (ISO 4217). Default: JPY.", valueName: "code"))
    var currency = "JPY"

    @Option(help: .init("Describe the payment. Default: Paid with toque.", valueName: "text"))
    var description = "Paid with toque"

    @Option(
        help: .init(
            "Use this public key. Also TOQUE_TAKEME_KEY_ID. Default on loopback: pk_test_sandbox.", valueName: "key"))
    var publicKey: String?

    @Option(
        help: .init(
            "Keep the progress in this file, so that the same command resumes after an interruption.", valueName: "file"
        ),
        completion: .file())
    var journal: String?

    @OptionGroup var presentation: PresentationOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    func run() async throws {
        let server = try presentation.serverURL(of: "TAKEME")
        guard let key = publicKey ?? environment("TOQUE_TAKEME_KEY_ID") ?? (server.isLoopback ? "pk_test_sandbox" : nil)
        else {
            throw CommandError(
                .missingArgument, at: "--public-key", "required for \(server)",
                hint: "pass --public-key KEY, or set TOQUE_TAKEME_KEY_ID")
        }
        let presenter = try presentation.presenter()
        let interaction = try authenticator.interaction()
        let passkeys = try await authenticator.make(interaction)
        let journal = try journal.map { try FileFlowJournal(path: $0) }
        let (state, error) = try await withTransport { transport in
            let environment = TMPEnvironment(
                publicKey: key, server: server, transport: transport, presenter: presenter,
                approval: ApprovalClient(transport: transport, authenticator: passkeys, interaction: interaction),
                journal: journal.map(TMPPaymentJournal.init))
            return await Self.pay(
                amount, currency, description, timeout: presentation.timeout?.duration, environment)
        }
        try report(state, error, at: server)
    }

    @MainActor
    private static func pay(
        _ amount: UInt, _ currency: String, _ description: String, timeout: Duration?, _ environment: TMPEnvironment
    ) async -> (TMPPaymentResultState, (any Error)?) {
        let waiting = TakeMeResultDelegate()
        let payment = TMPPayment(
            sourceParams: TMPSourceParams(description: description, amount: amount, currency: currency),
            delegate: waiting, environment: environment)
        payment.startAction(timeout.map { ["__timeout": $0 / .seconds(1)] })
        return await waiting.result()
    }

    private func report(_ state: TMPPaymentResultState, _ error: (any Error)?, at server: ServerURL) throws {
        if presentation.json {
            let json: JSON = [
                "result": .int(state.rawValue), "state": .string("\(state)"), "error": .text(error.map { "\($0)" }),
            ]
            try Console.standard.result(json.serialized(pretty: true))
        }
        let text = error.map { ": \($0)" } ?? ""
        switch state {
        case .failure where (error as? TMPError)?.isUnreachable ?? false,
            .canceled where (error as? TMPError)?.isUnreachable ?? false:
            throw CommandError(.unreachable, at: "\(server)", "no answer\(text)", hint: "run the same command again")
        case .success: if !presentation.json { try Console.standard.result("paid: \(amount) \(currency)") }
        case .possibleSuccess:
            throw CommandError(
                .notKnownYet, "authorized, and not charged yet\(text)", hint: "ask the merchant's server")
        case .canceled: throw CommandError(.paymentFailed, "canceled\(text)")
        case .unknown, .idle, .inProgress, .failure: throw CommandError(.paymentFailed, "failed\(text)")
        }
    }
}

/// Waits for the end of a payment.
@MainActor
private final class TakeMeResultDelegate: TMPPaymentDelegate {
    private let ends = AsyncStream<(TMPPaymentResultState, (any Error)?)>.makeStream()

    func payment(
        _ payment: TMPPayment, didFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {
        ends.continuation.yield((state, error))
        ends.continuation.finish()
    }

    func result() async -> (TMPPaymentResultState, (any Error)?) {
        for await end in ends.stream { return end }
        return (.unknown, nil)
    }
}

extension TMPPaymentJournal {
    fileprivate init(_ file: FileFlowJournal) {
        self.init {
            try await file.load()
        } store: { bytes in
            if let bytes {
                try await file.store(bytes)
            } else {
                try await file.remove()
            }
        }
    }
}
