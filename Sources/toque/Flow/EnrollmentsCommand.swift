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

    @OptionGroup var table: TableOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let deviceID = try await device.described(by: store, seed: nil).deviceID()
        try await withTransport { transport in
            let enrollments = try await server.makeClient(transport).enrollments(deviceID: deviceID)
            if json { return try Console.standard.result(JSON.array(enrollments.map(\.json)).serialized(pretty: true)) }
            guard !enrollments.isEmpty else {
                return Console.standard.progress("This device has none; toque enroll makes one.")
            }
            let rows = enrollments.map {
                [$0.id, $0.status.rawValue, $0.statusReasonCode?.rawValue ?? "-", $0.details.name ?? "-"]
            }
            try Console.standard.result(
                Table([.name("ENROLLMENT"), .status("STATUS"), "REASON", "NAME"], rows: rows)
                    .text(on: .standard, isWide: table.wide))
        }
    }
}
