import ArgumentParser
import PixAPI

struct ApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Act as the account holder on the bank's page.",
        discussion: """
            Opens an enrollment's redirect_url, approves, and prints the callback URL that the bank leads back to.

            Example: toque approve "$REDIRECT_URL" --deliver
            """)

    @Argument(help: .init("The redirect_url of an enrollment.", valueName: "redirect-url"))
    var redirectURL: String

    @Flag(help: "Decline instead.")
    var decline = false

    @Option(help: .init("Let the bank fail with this OAuth error code, such as server_error.", valueName: "code"))
    var error: String?

    @Flag(help: "Print the body of complete-redirection instead of the URL.")
    var body = false

    @Flag(help: "Open the callback URL, as the person's browser would.")
    var deliver = false

    func validate() throws {
        guard ServerURL(String(redirectURL.prefix { $0 != "?" })) != nil else {
            throw ValidationError("redirect-url: found \"\(redirectURL)\", expected an http or https URL")
        }
        if decline, error != nil { throw ValidationError("--decline and --error exclude each other") }
    }

    private var decision: AccountHolder.Decision {
        if let error { return .fail(error: error) }
        return decline ? .decline : .approve
    }

    func run() async throws {
        try await withTransport { transport in
            let accountHolder = AccountHolder(transport: transport)
            let callbackURL = try await accountHolder.decide(decision, at: redirectURL)
            if body {
                let body = try CompleteRedirectionRequest(callbackURL: callbackURL)
                Console.standard.result(body.json.serialized(pretty: true))
            } else {
                Console.standard.result(callbackURL)
            }
            guard deliver else { return }
            let status = try await accountHolder.deliver(callbackURL: callbackURL)
            guard (200...399).contains(status) else {
                throw CommandError(
                    .failed, "the callback URL answered \(status)", try: "look into the log of the merchant's backend")
            }
            Console.standard.progress("delivered: \(status)")
        }
    }
}
