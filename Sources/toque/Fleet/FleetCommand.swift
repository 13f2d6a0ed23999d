import ArgumentParser

struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Load-test a backend with a fleet of devices.",
        discussion: "Example: toque fleet run --users 100 --rate 10 --for 1m",
        subcommands: [FleetRunCommand.self])
}
