import ArgumentParser

struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Simulate many devices that enroll, pay and sign in, for load tests.",
        discussion: "Example: toque fleet run --target http://127.0.0.1:8420 --users 100 --rate 10 --for 1m",
        subcommands: [FleetRunCommand.self, FleetServeCommand.self, FleetJourneyCommand.self])
}
