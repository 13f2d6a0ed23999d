import ArgumentParser
import RiskSignals

struct RiskSignalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "risk-signals",
        abstract: "Print the device's risk signals as JSON.",
        discussion: """
            Prints the regulator's members, without those of absent signals.

            Example: toque risk-signals --account-tenure 2024-01-31
            """)

    @Option(help: .init("Set the date when the person became a customer. Required.", valueName: "yyyy-MM-dd"))
    var accountTenure: String

    @OptionGroup var device: DeviceOptions
    @OptionGroup var store: StoreOptions

    @Option(help: .init("Make the deviceId of a new store predictable: for tests only.", valueName: "text"))
    var seed: String?

    @Flag(name: .shortAndLong, help: "Explain on stderr where each signal comes from.")
    var verbose = false

    func run() async throws {
        let collected = try await device.described(by: store, seed: seed).collect(accountTenure: accountTenure)
        if verbose {
            for (field, source) in collected.sources { Console.standard.progress("\(field): \(source)") }
        }
        collected.announce()
        try Console.standard.result(collected.signals.toPrettyJsonString())
    }
}

extension CollectedRiskSignals {
    /// Says on stderr that the signals are not this machine's.
    func announce() {
        if simulated { Console.standard.progress("simulated: these risk signals are not this machine's") }
    }
}
