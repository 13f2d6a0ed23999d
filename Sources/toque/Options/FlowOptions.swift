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

    /// Runs a flow against the server.
    /// - Parameter command: what starts it over, for the error of a poll that got no result.
    func run<Result>(_ command: String, _ body: (PixFlow) async throws -> Result) async throws -> Result {
        let interaction = try authenticator.interaction()
        let origin = try origin.map { try Origin($0) }
        let client = WebAuthnClient(authenticator: try authenticator.make(), interaction: interaction)
        return try await withTransport { transport in
            let pix = try server.makeClient(transport)
            let flow = PixFlow(
                pix: pix, accountHolder: AccountHolder(transport: transport), webAuthn: client,
                narrator: .progress(), polling: poll.polling, origin: origin)
            do {
                return try await body(flow)
            } catch let error as PixClientError {
                guard case .timedOut = error else { throw error }
                throw CommandError(.failed, "\(error)", try: "\(command) --server \(pix.server), which starts over")
            }
        }
    }
}
