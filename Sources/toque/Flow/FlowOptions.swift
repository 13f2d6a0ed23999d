import ArgumentParser
import BiometricPixFlow
import Synchronization
import ToqueFiles
import WebAuthnClient

/// The common options of `enroll` and `pay`, besides an authenticator: server, device and polling.
struct FlowOptions: ParsableArguments {
    @OptionGroup var server: ServerOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var poll: PollOptions

    @Option(help: .init("Set the caller's origin. Default: https:// plus the RP ID.", valueName: "origin"))
    var origin: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Option(
        help: .init(
            "Keep the progress in this file, so that the same command resumes after an interruption.",
            discussion: "After the end, the same command prints the same result. Without the file, it starts over.",
            valueName: "file"),
        completion: .file())
    var journal: String?

    /// - Throws: if another command uses the journal.
    func openJournal() throws -> any FlowJournal {
        if let journal { try FileFlowJournal(path: journal) } else { MemoryFlowJournal() }
    }

    /// Runs a flow of the device against the server. If polling fails or the connection breaks, the error names the
    /// command that continues the flow.
    func run<Result>(
        with authenticator: AuthenticatorOptions, _ body: (PixFlow, DescribedDevice) async throws -> Result
    ) async throws -> Result {
        let interaction = try authenticator.interaction()
        let origin = try origin.map { try Origin($0) }
        let (key, device) = try await authenticator.make(interaction, in: self.device)
        return try await withTransport { transport in
            let narrator = Narrator.progress()
            let clock = FrozenClock(watching: transport)
            let client = try server.makeClient(clock)
            var connection = PixConnection(client: client)
            connection.platform = device.platform
            connection.polling = poll.polling
            connection.polling.onWait = { clock.tell(of: client.server) }
            connection.riskSignals = device.source(narrator)
            let flow = PixFlow(
                connection: connection, authenticator: key, interaction: interaction,
                accountHolder: AccountHolder(transport: transport.direct), narrator: narrator, origin: origin)
            do {
                return try await authenticator.explaining { try await unwrapping { try await body(flow, device) } }
            } catch let error as PixClientError {
                switch error {
                case .timedOut: throw CommandError(.timedOut, "\(error)", hint: again)
                case .interrupted: throw CommandError(.interrupted, telling: "\(error)", hint: again)
                case .unreachable, .refused, .unreadable: throw error
                }
            }
        }
    }

    /// Errors in the words of the layers below the SDK, as in the other commands.
    private func unwrapping<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as BelvoApiException {
            throw error.cause ?? error
        } catch BiometricPixError.ceremony(let error) {
            throw error
        } catch BiometricPixError.options(let error) {
            throw error
        }
    }

    /// The hint: with a journal this command line, ready to paste into a shell, because secrets are never arguments.
    /// Without one it advises a journal: the same command would start again, and if the first attempt succeeds too, a
    /// payment is made twice.
    private var again: String {
        guard journal != nil else {
            return "this attempt may still succeed; next time pass --journal FILE, with which the same command resumes"
        }
        let command = CommandLine.arguments.map(\.shellQuoted).joined(separator: " ")
        return "resume with `\(command)`"
    }
}
