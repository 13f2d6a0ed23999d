import ArgumentParser
import BiometricPixFlow
import Synchronization
import ToqueFiles
import WebAuthnClient

/// What `enroll` and `pay` share besides an authenticator: a server, a device, and how results are waited for.
struct FlowOptions: ParsableArguments {
    @OptionGroup var server: ServerOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var poll: PollOptions

    @Option(help: .init("The caller's origin. Default: https:// and the RP ID.", valueName: "origin"))
    var origin: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    @Option(
        help: .init(
            "Keep the progress in this file: the same command goes on where one that was killed was.",
            discussion: "When it is done the same command prints the same result; without the file it begins anew.",
            valueName: "file"),
        completion: .file())
    var journal: String?

    /// - Throws: where another command has the journal.
    func openJournal() throws -> any FlowJournal {
        if let journal { try FileFlowJournal(path: journal) } else { MemoryFlowJournal() }
    }

    /// Runs a flow of the device against the server. The error of a poll that got no result, and of a connection that
    /// broke, names the command that goes on.
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
                accountHolder: AccountHolder(transport: transport), narrator: narrator, origin: origin)
            do {
                return try await authenticator.explaining { try await unwrapping { try await body(flow, device) } }
            } catch let error as PixClientError {
                switch error {
                case .timedOut: throw CommandError(.failed, "\(error)", try: again)
                case .interrupted: throw CommandError(.unreachable, "\(error)", try: again)
                case .unreachable, .refused, .unreadable: throw error
                }
            }
        }
    }

    /// Errors in the words of the floors below the SDK, which the other commands tell too.
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

    /// What to try: with a journal this command line, to be pasted into a shell. Secrets never stand in arguments.
    /// Without one the same command would begin anew, and what was begun may still succeed: a payment would be made
    /// twice.
    private var again: String {
        guard journal != nil else {
            return "--journal FILE next time, with which the same command resumes; this attempt may still succeed"
        }
        let command = CommandLine.arguments.map(\.shellQuoted).joined(separator: " ")
        return "\(command), which resumes"
    }
}
