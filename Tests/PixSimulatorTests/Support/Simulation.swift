import AsyncHTTPClient
import Foundation
import NIOCore
import PixSimulator
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

/// A simulator on a free port, with a clock that the test moves and seeded randomness, and HTTP requests to it.
struct Simulation {
    struct Answer {
        let status: Int
        let headers: [String: String]
        let text: String

        /// The body as JSON; null if it is not JSON.
        var json: JSON { (try? JSON(parsing: text)) ?? .null }
        /// The code of the first entry of an error array.
        var code: String? { json.arrayValue?.first?["code"]?.stringValue }
        var field: String? { json.arrayValue?.first?["field"]?.stringValue }
    }

    static let start = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z

    let simulator: SandboxServer
    let clock: ManualClock
    let assumed = Assumed()

    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))

    /// Shared by all simulations: making one takes 200 ms of processor time.
    private static let bankKey = try? BankKey(seed: "tests")

    /// Runs the body against a simulator and stops it afterwards.
    static func run(
        clock: ManualClock = ManualClock(now: start), database: SandboxStore.Location = .memory, seed: String = "seed",
        configure: (inout PixSimulator.Configuration) -> Void = { _ in },
        _ body: (Simulation) async throws -> Void
    ) async throws {
        var configuration = PixSimulator.Configuration()
        configuration.sandbox.clock = clock
        configuration.sandbox.database = database
        configuration.sandbox.seed = seed
        // Generous, so that a busy machine does not look like a silent receiver.
        configuration.sandbox.webhookAnswerTime = .seconds(60)
        configuration.bankKey = bankKey
        configure(&configuration)
        if configuration.sandbox.database == .memory, let address = try PostgreSQLCluster.schemaInsteadOfMemory() {
            configuration.sandbox.database = .server(address)
        }
        let simulator = try await PixSimulator.start(configuration)
        do {
            try await body(Simulation(simulator: simulator, clock: clock))
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    /// - Parameter type: The body's type if the headers name none; the bank's pages take forms.
    func send(
        _ method: String, _ path: String, body: [UInt8]? = nil, headers: [(String, String)] = [],
        type: String? = "application/json", key: APIKey? = .sandbox
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: path.hasPrefix("http") ? path : simulator.url + path)
        request.method = .init(rawValue: method)
        if let key {
            request.setBasicAuth(username: key.id, password: key.secret)
        }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        if body != nil, let type, !path.contains("/bank/"), request.headers["Content-Type"].isEmpty {
            request.headers.add(name: "Content-Type", value: type)
        }
        let response = try await Self.client.execute(request, timeout: .seconds(600))
        let buffer = try await response.body.collect(upTo: 1 << 22)
        var fields: [String: String] = [:]
        for (name, value) in response.headers { fields[name.lowercased()] = value }
        let answer = Answer(status: Int(response.status.code), headers: fields, text: String(buffer: buffer))
        #expect(Contract.shared.problems(method, path, answer) == [])
        assumed.add(answer)
        return answer
    }

    func get(_ path: String) async throws -> Answer { try await send("GET", path) }

    func post(_ path: String, _ json: JSON) async throws -> Answer {
        try await send("POST", path, body: json.utf8)
    }
}

/// A database file in a folder that is removed with the value.
final class DatabaseFile {
    private let folder: String
    private var path: String { "\(folder)/simulator.sqlite" }
    var location: SandboxStore.Location { .file(path) }

    init() throws {
        folder = NSTemporaryDirectory() + "toque-\(Hex.encode(SystemRandom().bytes(8)))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A copy of the current files, as a process that is killed now leaves them.
    func crashImage() throws -> DatabaseFile {
        let image = try DatabaseFile()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: image.path + suffix)
        }
        return image
    }
}
