import ArgumentParser
import Glibc

/// The root of the command line.
struct Toque: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toque",
        abstract: "A FIDO2 security key in software and a Biometric Pix sandbox.",
        discussion: """
            Example: toque demo

            Results go to stdout, progress to stderr. Exit codes: 0 success, 1 refused or failed, 2 wrong usage, \
            3 unreachable or unreadable, 4 a payment whose result is not known yet.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(name: "Demo", subcommands: [DemoCommand.self]),
            CommandGroup(
                name: "Sandbox",
                subcommands: [
                    SimulateCommand.self, SandboxCommand.self, LogsCommand.self, TriggerCommand.self,
                    ListenCommand.self,
                ]),
            CommandGroup(
                name: "Device",
                subcommands: [
                    RegisterCommand.self, SignCommand.self, RiskSignalsCommand.self, EnrollCommand.self,
                    PayCommand.self,
                ]),
            CommandGroup(name: "Checkout", subcommands: [CheckoutCommand.self]),
            CommandGroup(name: "Security keys", subcommands: [KeyCommand.self, DoctorCommand.self]),
            CommandGroup(
                name: "Verification",
                subcommands: [VerifyCommand.self, InspectCommand.self, VectorsCommand.self]),
            CommandGroup(
                name: "Account holder and server",
                subcommands: [ApproveCommand.self, EnrollmentsCommand.self, InstitutionsCommand.self]),
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
            // Scripts ask for it often, and the tree of commands takes several times as long to build.
            if arguments == ["--version"] {
                try Console.standard.result(Toque.version)
            } else {
                var command = try Toque.parseAsRoot(try Subcommands.resolved(arguments))
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            }
        } catch {
            code = Failure.report(error)
        }
        fflush(nil)
        // Not exit: it takes apart what OpenSSL and Foundation keep, while threads of ours may still be ending.
        _exit(code)
    }
}

/// Descriptors 0, 1 and 2.
enum StandardDescriptors {
    /// Leads those that the caller closed (`>&-`) to /dev/null. Whatever is opened next would get their numbers, and a
    /// result would be written into a database or an event loop.
    static func fill() {
        // open(2) takes the lowest free number.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}
