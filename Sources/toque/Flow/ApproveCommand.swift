import APIClient
import ArgumentParser
import PixAPI
import ToqueEncoding

struct ApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Approve or decline as the person, without a browser.",
        discussion: """
            On an enrollment's redirect_url, approves as the account holder and prints the bank's callback URL. On a \
            checkout provider's page, shows the payment, approves it with a passkey, and prints the payer's return \
            URL.

            Example: toque approve "$REDIRECT_URL" --deliver
            """)

    @Argument(help: .init("URL of the page: an enrollment's redirect_url, or a payment's page.", valueName: "url"))
    var redirectURL: String

    @Flag(help: "Decline instead of approving.")
    var decline = false

    @Option(help: .init("Make the bank fail with this OAuth error code, such as server_error.", valueName: "code"))
    var error: String?

    @Flag(help: "Print the body of complete-redirection instead of the URL.")
    var body = false

    @Flag(help: "Open the callback URL, as the person's browser would.")
    var deliver = false

    @Flag(
        help: .init(
            "Print JSON.",
            discussion: """
                For an enrollment: the callback URL, the body of complete-redirection, and the answer to --deliver. \
                For a payment: the outcome, a refusal's verdict code, the URL, and the answer to --deliver.
                """))
    var json = false

    @OptionGroup(title: "Payer's passkey") var authenticator: AuthenticatorOptions

    func validate() throws {
        guard ServerURL(String(redirectURL.prefix { $0 != "?" })) != nil else {
            throw CommandError.invalid("<url>", redirectURL, expected: "an http or https URL")
        }
        if error?.isEmpty == true {
            throw CommandError.invalid("--error", "", expected: "an OAuth error code such as server_error")
        }
        if body, json { throw CommandError(.conflictingOptions, at: "--body", "excludes --json, which has the body") }
        if decline, error != nil { throw CommandError(.conflictingOptions, at: "--decline", "excludes --error") }
    }

    private var decision: AccountHolder.Decision {
        if let error { return .fail(error: error) }
        return decline ? .decline : .approve
    }

    func run() async throws {
        try await withTransport { transport in
            let accountHolder = AccountHolder(transport: transport.direct)
            if let page = await PaymentPage(at: redirectURL, transport) {
                return try await decide(on: page, accountHolder)
            }
            let callbackURL = try await decide(accountHolder)
            if !json { try show(callbackURL) }
            let status = deliver ? try await delivery(of: callbackURL, accountHolder) : nil
            if json {
                let body = try CompleteRedirectionRequest(callbackURL: callbackURL)
                try Console.standard.result(
                    JSON.object([
                        "callback_url": .string(callbackURL), "body": body.json,
                        "delivered": status.map { .int($0) } ?? .null,
                    ]).serialized(pretty: true))
            } else if let status {
                Console.standard.progress("delivered: \(status)")
            }
        }
    }

    /// - Throws: status 1 if the signature was refused.
    private func decide(on page: PaymentPage, _ person: AccountHolder) async throws {
        if error != nil || body {
            throw CommandError(
                .conflictingOptions, at: error != nil ? "--error" : "--body", "requires an enrollment's page")
        }
        let outcome = try await authenticator.explaining {
            decline ? try await page.decline() : try await page.approve(by: authenticator)
        }
        var status: Int?
        // Only the app can open its own scheme.
        if deliver, let location = outcome.location, ServerURL.locate(location) != nil {
            status = try await delivery(of: location, person)
        }
        if json {
            try Console.standard.result(
                JSON.object([
                    "outcome": .string(outcome.kind.rawValue), "code": .text(outcome.code),
                    "location": .text(outcome.location), "delivered": status.map { .int($0) } ?? .null,
                ]).serialized(pretty: true))
        } else {
            Console.standard.progress("\(outcome.kind.rawValue)" + (status.map { ", delivered: \($0)" } ?? ""))
            if let location = outcome.location { try Console.standard.result(location) }
        }
        guard outcome.kind != .refused else {
            throw CommandError(
                .refused, "the passkey's signature was refused: \(outcome.code ?? "no reason given")",
                hint: "list the checks with `toque sandbox ceremonies`")
        }
    }

    private func show(_ callbackURL: String) throws {
        guard body else { return try Console.standard.result(callbackURL) }
        let body = try CompleteRedirectionRequest(callbackURL: callbackURL)
        try Console.standard.result(body.json.serialized(pretty: true))
    }

    /// - Returns: the status of the merchant's response, a success.
    private func delivery(of callbackURL: String, _ accountHolder: AccountHolder) async throws -> Int {
        let status: Int
        do {
            status = try await accountHolder.deliver(callbackURL: callbackURL)
        } catch {
            throw CommandError(.unreachable, telling: "\(error)", hint: "start the merchant's backend, which serves it")
        }
        guard (200...399).contains(status) else {
            throw CommandError(
                .refused, "the callback URL answered \(status)", hint: "read the log of the merchant's backend")
        }
        return status
    }

    private func decide(_ accountHolder: AccountHolder) async throws -> String {
        do throws(PixClientError) {
            return try await accountHolder.decide(decision, at: redirectURL)
        } catch {
            guard case .refused(_, let status, let errors) = error else { throw error }
            guard let meaning = errors.first?.message?.stringValue ?? Self.meaning(of: status) else { throw error }
            throw CommandError(
                status == 404 ? .notFound : .refused, at: redirectURL, "\(status), \(meaning)",
                hint: "pass the page of a new enrollment or payment")
        }
    }

    /// The meaning of the response's status, for a bank's page that gives no reason.
    private static func meaning(of status: Int) -> String? {
        switch status {
        case 404: "no enrollment and no payment has this page"
        case 409: "the decision has been made already"
        case 410: "the time to decide is over"
        default: nil
        }
    }
}
