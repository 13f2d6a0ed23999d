import CeremonyDocuments
import Sandbox
import ToqueCrypto
import ToqueEncoding

/// The separate cost of each part of the sandbox's work on a flow.
struct FlowShares {
    private let exchanges: [FlowClient.Exchange]
    private let ceremonies: [(document: CeremonyDocument, json: JSON)]
    private let clock = ContinuousClock()

    /// Records a flow's requests and ceremonies at a sandbox.
    init(port: UInt16) throws {
        let client = try FlowClient(port: port)
        try client.run()
        let (enrollment, intent) = try client.run()
        exchanges = client.exchanges
        let connection = try HTTPConnection(port: port)
        ceremonies = try [enrollment, intent].flatMap { object in
            let list = try JSON(parsing: connection.send("GET", "/_toque/ceremonies?object=\(object)").body)
            return try (list["ceremonies"]?.arrayValue ?? []).map { entry in
                let id = entry["id"]?.stringValue ?? ""
                let json = try JSON(parsing: connection.send("GET", "/_toque/ceremonies/\(id)").body)
                guard let document = json["document"] else { throw TimedConnection.Failure(description: "no document") }
                return (try CeremonyDocument(json: document), json)
            }
        }
    }

    /// Milliseconds of a flow's cryptography, by name: ceremonies verified, ID token signed and verified.
    func cryptography() throws -> [(name: String, milliseconds: Double)] {
        let pair = try KeyPair.generate(.rsa(bits: 2048), random: SystemRandom())
        let (signing, verifying) = (try SigningKey(pair), try VerifyingKey(pair.publicKey))
        let message = [UInt8](repeating: 7, count: 600)
        let signature = try signing.sign(message, scheme: .rsaPSS(.sha256))
        return [
            ("ceremonies judged", time { for ceremony in ceremonies { _ = ceremony.document.judge().isValid } }),
            ("ID token signed (RSA-2048)", time { _ = try? signing.sign(message, scheme: .rsaPSS(.sha256)) }),
            (
                "ID token verified",
                time { _ = verifying.verify(signature, of: message, scheme: .rsaPSS(.sha256)) }
            ),
        ]
    }

    /// Milliseconds per run, over 300 runs.
    private func time(_ body: () -> Void) -> Double {
        for _ in 0..<30 { body() }
        let start = clock.now
        for _ in 0..<300 { body() }
        return (clock.now - start).inSeconds * 1000 / 300
    }

    /// Sends the same requests to handlers that do nothing.
    /// - Returns: flows per second, and milliseconds of the server's processor time per flow.
    func http(folder: String, clients: Int, flows: Int) throws -> (perSecond: Double, processor: Double) {
        let server = try SandboxProcess(NothingServer.command(exchanges.map(\.answerSize)), folder: folder)
        defer { server.stop() }
        let before = server.processorTime
        let start = clock.now
        let (exchanges, port) = (exchanges, server.port)
        Threads.run(clients) { _ in
            guard let connection = try? HTTPConnection(port: port) else { return }
            for _ in 0..<flows / clients {
                for exchange in exchanges {
                    _ = try? connection.send(
                        exchange.method, exchange.path, fields: exchange.fields, body: exchange.body)
                }
            }
        }
        let duration = (clock.now - start).inSeconds
        let count = Double(flows / clients * clients)
        return (count / duration, (server.processorTime - before) * 1000 / count)
    }

    /// Stores and reads documents like a flow's, with the same number of operations and bytes.
    /// - Returns: flows per second.
    func store(
        _ location: SandboxStore.Location, _ durability: Durability, clients: Int, flows: Int
    ) async throws -> Double {
        let store = try SandboxStore(location, durability: durability, clock: WallClock()) { _, _ in }
        let work = StoreWork(
            store: store,
            ceremonies: ceremonies.map {
                (($0.json["document"] ?? .null).serialized(), ($0.json["verdict"] ?? .null).serialized())
            },
            object: .string(String(repeating: "x", count: exchanges.map(\.answerSize).max() ?? 0)))
        let start = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<clients {
                group.addTask { for flow in 0..<flows / clients { try await work.run("\(client)-\(flow)") } }
            }
            try await group.waitForAll()
        }
        return Double(flows / clients * clients) / (clock.now - start).inSeconds
    }
}
