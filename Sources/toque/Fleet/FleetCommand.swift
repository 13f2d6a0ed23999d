import ArgumentParser

struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Simulate many devices that enroll, pay and sign in, for load tests.",
        discussion: "Example: toque fleet serve --socket /tmp/fleet.sock --target http://127.0.0.1:8420",
        subcommands: [FleetServeCommand.self, FleetJourneyCommand.self])
}
