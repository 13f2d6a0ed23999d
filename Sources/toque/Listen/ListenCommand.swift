import ArgumentParser
import Sandbox
import ToqueEncoding

struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Show a sandbox's webhooks, and forward them.",
        discussion: """
            Receives the webhooks of a sandbox on this machine until interrupted. Prints a line for each: time, type, \
            code, object, the object's status, and the answer. With --forward-to, the backend gets each webhook with \
            its headers, and the sandbox gets the backend's status. An unreachable backend counts as 502.

            Example: toque listen --forward-to http://127.0.0.1:3000/webhooks
            """)

    @Option(help: .init("Forward each webhook to this URL.", valueName: "url"))
    var forwardTo: String?

    @Option(
        help: .init("Read the bearer token of the webhooks from this file.", valueName: "file"),
        completion: .file())
    var webhookTokenFile: String?

    @Flag(help: "Show the webhooks of all tenants.")
    var allTenants = false

    @OptionGroup var control: ControlOptions

    func validate() throws {
        if let forwardTo, !["http://", "https://"].contains(where: forwardTo.lowercased().hasPrefix) {
            throw CommandError.invalid("--forward-to", forwardTo, expected: "an http or https URL")
        }
    }

    func run() async throws {
        let token = try webhookTokenFile.map { try SecretFile.token(of: $0) }
        try await control.withControl { client in
            guard client.server.isLoopback else {
                throw CommandError(
                    .invalidValue, at: "--server",
                    "\(client.server) is on another machine, whose webhooks do not reach this one",
                    hint: "run `toque listen` on the sandbox's machine, or pass --webhook URL to `toque simulate`")
            }
            let terminations = Signals.termination()
            let forwarder = forwardTo.map { WebhookForwarder(to: $0, trusting: TrustedCertificates.ofEnvironment()) }
            let listener = try await listener(try await SandboxIndex(of: client).webhookMembers, forwarder)
            let registration = WebhookRegistration(
                client: client, url: listener.url, token: token, allTenants: allTenants)
            do {
                try await registration.add()
                announce(client)
                // Ends with an error if the sandbox refuses the endpoint that it accepted before.
                try await withThrowingTaskGroup { group in
                    group.addTask { for await _ in terminations { break } }
                    group.addTask { try await registration.keep() }
                    // Without a reader there may still be webhooks to forward.
                    if forwarder == nil { group.addTask { await Console.readerIsGone() } }
                    defer { group.cancelAll() }
                    try await group.next()
                }
                await end(registration, listener, forwarder)
            } catch {
                await end(registration, listener, forwarder)
                throw error
            }
        }
    }

    private func listener(
        _ members: WebhookMembers, _ forwarder: WebhookForwarder?
    ) async throws -> WebhookListener {
        let showsJSON = control.json
        return try await WebhookListener.start(members: members) { headers, body in
            guard let forwarder else { return 200 }
            do throws(CommandError) {
                return try await forwarder.forward(headers, body)
            } catch {
                Console.standard.progress("\(error)".onOneLine)
                return 502
            }
        } received: { webhook in
            // stdout has no reader, which other code detects.
            try? Console.standard.result(showsJSON ? webhook.json.serialized() : webhook.line)
        }
    }

    private func announce(_ client: ControlClient) {
        let whose = allTenants ? "every API key" : client.tenant.map { "API key \($0.quoted)" } ?? "the first API key"
        Console.standard.progress(
            """
            Listening to \(client.server), webhooks of \(whose)\(forwardTo.map { ", forwarded to \($0)" } ?? "").
            Ctrl-C ends it.
            """)
    }

    private func end(
        _ registration: WebhookRegistration, _ listener: WebhookListener, _ forwarder: WebhookForwarder?
    ) async {
        await registration.remove()
        // Ignores errors: the listener ends with the process.
        try? await listener.stop()
        await forwarder?.shutdown()
    }
}
