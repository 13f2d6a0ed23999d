import ArgumentParser
import PixAPI
import WebAuthnClient

/// What `enroll` and `pay` share: a server, a device with its authenticator, and how results are waited for.
struct FlowOptions: ParsableArguments {
    @OptionGroup var server: ServerOptions
    @OptionGroup var authenticator: AuthenticatorOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var poll: PollOptions

    @Option(help: .init("The caller's origin. Default: https:// and the RP ID.", valueName: "origin"))
    var origin: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    /// Runs a flow against the server. The error of a poll that got no result names the command that starts over.
    func run<Result>(_ body: (PixFlow) async throws -> Result) async throws -> Result {
        let interaction = try authenticator.interaction()
        let origin = try origin.map { try Origin($0) }
        let client = WebAuthnClient(authenticator: try authenticator.make(interaction), interaction: interaction)
        return try await withTransport { transport in
            let pix = try server.makeClient(transport)
            let flow = PixFlow(
                pix: pix, accountHolder: AccountHolder(transport: transport), webAuthn: client,
                narrator: .progress(), polling: poll.polling, origin: origin)
            do {
                return try await authenticator.explaining { try await body(flow) }
            } catch let error as PixClientError {
                guard case .timedOut = error else { throw error }
                throw CommandError(.failed, "\(error)", try: "\(Self.command), which starts over")
            }
        }
    }

    /// This command line, to be pasted into a shell. Secrets never stand in arguments.
    private static var command: String { CommandLine.arguments.map(\.shellQuoted).joined(separator: " ") }
}

extension String {
    /// The text as one word of a shell's command line.
    var shellQuoted: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@%+")
        guard isEmpty || !allSatisfy(plain.contains) else { return self }
        return "'\(replacing("'", with: #"'\''"#))'"
    }
}
