import ArgumentParser
import SecurityKey

struct KeyInfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the capabilities of a key.",
        discussion: "Example: toque key info --device /dev/pts/7")

    @OptionGroup var key: KeyOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let info = try await key.manage(KeyInteraction(pinFile: nil)) { try await $0.info() }
        if json { return try Console.standard.result(info.json.serialized(pretty: true)) }
        for (name, value) in info.lines { try Console.standard.result("\(name): \(value)".onOneLine) }
    }
}
