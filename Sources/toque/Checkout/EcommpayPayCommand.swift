import APIClient
import ArgumentParser
import CheckoutContracts
import CheckoutPresentation
import ToqueEncoding
import ecommpaySDK

struct EcommpayPayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecommpay",
        abstract: "Pay with ecommpay's SDK.",
        discussion: """
            The payment options are JSON with names in snake case, such as project_id, payment_id, payment_amount and \
            payment_currency. The merchant's server signs them.

            Example: toque checkout pay ecommpay --options options.json --sign-url http://127.0.0.1:3000/sign \
            --script choose:card,confirm,authorize --gesture approve
            """)

    @Option(
        help: .init("Read the payment options from this file, or - for stdin. Required.", valueName: "file"),
        completion: .file())
    var options: String

    @Option(help: .init("Use this signature of the payment options.", valueName: "base64"))
    var signature: String?

    @Option(
        help: .init(
            "Post the string to sign to this URL of the merchant's server, and use the answer.", valueName: "url"))
    var signURL: String?

    @OptionGroup var presentation: PresentationOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    func validate() throws {
        if signature != nil, signURL != nil {
            throw CommandError(.conflictingOptions, at: "--signature", "excludes --sign-url")
        }
    }

    func run() async throws {
        var options = try readOptions()
        let server = try presentation.serverURL(of: "ECOMMPAY")
        let presenter = try presentation.presenter()
        let interaction = try authenticator.interaction()
        let key = try await authenticator.make(interaction)
        let result = try await withTransport { transport in
            options.signature = try await signature(of: options, transport)
            let sdk = EcommpaySDK(
                server: server, transport: transport, authenticator: key, interaction: interaction,
                polling: presentation.polling)
            let result = await sdk.presentPayment(at: presenter, contract: options)
            await presenter.finish()
            return result
        }
        try report(result, of: options)
    }

    private func readOptions() throws(CommandError) -> EcommpayPaymentOptions {
        let object = try SignedMessage.object(try Input.bytes(of: options), of: options)
        do throws(InvalidMembers) {
            return try EcommpayPaymentOptions(validating: JSONReader(.object(object)))
        } catch {
            throw CommandError(.invalidContent, at: options, "\(error)")
        }
    }

    private func signature(
        of options: EcommpayPaymentOptions, _ transport: any HTTPTransport
    ) async throws(CommandError) -> String? {
        guard let signURL else { return signature ?? options.signature }
        guard let (server, path) = ServerURL.locate(signURL) else {
            throw CommandError.invalid("--sign-url", signURL, expected: "an http or https URL")
        }
        let request = APIRequest(
            .post, path, headers: [("Accept", "text/plain")], body: .text("\(options.stringToSign)"))
        let answer: APIAnswer
        do throws(ConnectionError) {
            answer = try await transport.send(request, to: server)
        } catch {
            throw CommandError(.unreachable, at: "--sign-url", "\(error)", hint: "start the merchant's backend")
        }
        guard (200...299).contains(answer.status) else {
            throw CommandError(.refused, at: "--sign-url", "\(server) answered \(answer.status)")
        }
        let text = String(decoding: answer.body, as: UTF8.self).drop { $0.isWhitespace }
        return String(text.reversed().drop { $0.isWhitespace }.reversed())
    }

    private func report(_ result: PaymentResult, of options: EcommpayPaymentOptions) throws {
        if presentation.json {
            var json: JSONObject = [
                "result": .int(result.status.rawValue), "payment_id": .string(options.paymentID),
                "status": .text(result.payment?.status),
            ]
            json["error"] = result.error.map { ["code": .string($0.codeString), "message": .string($0.message)] }
            try Console.standard.result(JSON.object(json).serialized(pretty: true))
        }
        switch (result.status, result.error) {
        case (.Success, _):
            if !presentation.json {
                try Console.standard.result("\(result.payment?.status ?? "success"): \(options.paymentID)")
            }
        case (.Decline, _): throw CommandError(.paymentFailed, "declined: \(options.paymentID)")
        case (.Cancelled, _): throw CommandError(.paymentFailed, "canceled: \(options.paymentID)")
        case (.Error, let error?): throw CommandError(Self.code(of: error, result.payment), error.description)
        case (.Error, nil): throw CommandError(.paymentFailed, "no result: \(options.paymentID)")
        }
    }

    private static func code(of error: PaymentError, _ payment: Payment?) -> ErrorCode {
        // A requested payment may still succeed.
        if let payment, payment.method != nil, case .pending = EcommpayPaymentStatus(payment.status) {
            return .notKnownYet
        }
        return switch error.code {
        case .networkError, .networkIsNotAvailable, .networkTimeout, .serverApiError, .serverContentParsingError:
            .unreachable
        case .serverUnauthorized, .serverMethodNotFound, .paymentRequestTypeNotExist, .paymentMethodNotAvailable,
            .paymentAlreadyExist, .paymentHasFinalStatus, .paymentNotFound, .paymentTokenNotExist, .customerIdNotExist,
            .clarificationFieldsError, .sessionNotInitialized, .illegalArguments, .illegalState, .unknown:
            .paymentFailed
        }
    }
}
