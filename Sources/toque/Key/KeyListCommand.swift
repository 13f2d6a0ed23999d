import ArgumentParser
import SecurityKey
import ToqueEncoding

struct KeyListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the security keys that are plugged in.",
        discussion: """
            Lists keys that you may open; toque doctor explains the others. A key of toque key serve is listed only \
            with --uhid: use its path instead.

            Example: toque key list
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let keys = try await KeyDiscovery.list()
        if json { return try Console.standard.result(JSON.array(keys.map(\.json)).serialized(pretty: true)) }
        for key in keys {
            let names = [key.manufacturer, key.product].filter { !$0.isEmpty }.joined(separator: " ")
            try Console.standard.result("\(key.path)  \(names)".onOneLine)
        }
        if keys.isEmpty { Console.standard.progress("No security key is found; toque doctor says why.") }
    }
}

extension PresentKey {
    var json: JSON {
        [
            "path": .string(path), "manufacturer": .string(manufacturer), "product": .string(product),
            "vendorId": .int(vendorID), "productId": .int(productID),
        ]
    }
}
