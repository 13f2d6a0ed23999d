import ArgumentParser
import Glibc

/// The root of the command line.
struct Toque: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toque",
        abstract: "A local sandbox for Biometric Pix, and a FIDO2 security key in software.",
        discussion: """
            Example: toque demo

            Results go to stdout, progress to stderr. Exit codes: 0 success, 1 refused or failed, 2 wrong usage, 3 \
            unreachable or unreadable, 4 payment result not known yet.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Main",
                subcommands: [DemoCommand.self, SimulateCommand.self, EnrollCommand.self, PayCommand.self]),
            CommandGroup(
                name: "Sandbox",
                subcommands: [TriggerCommand.self, LogsCommand.self, ListenCommand.self, SandboxCommand.self]),
            CommandGroup(
                name: "Biometric Pix",
                subcommands: [
                    RegisterCommand.self, SignCommand.self, RiskSignalsCommand.self, ApproveCommand.self,
                    EnrollmentsCommand.self, InstitutionsCommand.self,
                ]),
            CommandGroup(name: "Checkout", subcommands: [CheckoutCommand.self]),
            CommandGroup(name: "Load test", subcommands: [FleetCommand.self]),
            CommandGroup(name: "Browser", subcommands: [BrowserCommand.self]),
            CommandGroup(name: "Security key", subcommands: [KeyCommand.self, DoctorCommand.self]),
            CommandGroup(
                name: "Verification",
                subcommands: [VerifyCommand.self, InspectCommand.self, VectorsCommand.self]),
        ]
    )

    static let version = "0.1.0"
}

@main
enum Main {
    static func main() async {
        StandardDescriptors.fill()
        let arguments = OptionLookalike.moved(Array(CommandLine.arguments.dropFirst()))
        var code = ExitStatus.success.rawValue
        do {
            // Scripts request it often, and building the tree of commands takes several times as long.
            if arguments == ["--version"] {
                try Console.standard.result(Toque.version)
            } else if let script = try CompletionScript.requested(by: arguments) {
                try Console.standard.result(script)
            } else if arguments.first == "---completion" {
                // A shell asks for values, some of which a sandbox has.
                _ = try await Toque.asyncParseAsRoot(Array(CommandLine.arguments.dropFirst()))
            } else {
                var command = try Toque.parseAsRoot(try Subcommands.resolved(arguments))
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            }
        } catch {
            code = Failure.report(error, arguments)
        }
        fflush(nil)
        // Not exit: it tears down OpenSSL's and Foundation's state while threads may still be ending.
        _exit(code)
    }
}

/// Descriptors 0, 1 and 2.
enum StandardDescriptors {
    /// Opens /dev/null for those that the caller closed (`>&-`). Otherwise later files would get their numbers, and a
    /// result would be written into a database or an event loop.
    static func fill() {
        // open(2) uses the lowest free number.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}
