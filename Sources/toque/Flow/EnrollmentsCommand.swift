import ArgumentParser
import PixAPI
import ToqueEncoding

struct EnrollmentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrollments",
        abstract: "List this device's enrollments at a server.",
        discussion: "Example: toque enrollments --server http://127.0.0.1:8420")

    @OptionGroup var server: ServerOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var store: StoreOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let deviceID = try await device.described(by: store, seed: nil).deviceID()
        try await withTransport { transport in
            let enrollments = try await server.makeClient(transport).enrollments(deviceID: deviceID)
            if json { return try Console.standard.result(JSON.array(enrollments.map(\.json)).serialized(pretty: true)) }
            for enrollment in enrollments {
                let columns: [String?] = [
                    enrollment.id, enrollment.status.rawValue, enrollment.statusReasonCode?.rawValue,
                    enrollment.details.name,
                ]
                try Console.standard.result(columns.compactMap { $0 }.joined(separator: "  ").onOneLine)
            }
            if enrollments.isEmpty { Console.standard.progress("This device has none; toque enroll makes one.") }
        }
    }
}
