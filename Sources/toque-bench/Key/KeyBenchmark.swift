import CredentialStore
import SecurityKey
import SoftAuthenticator
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn
import VirtualKey

/// The key through libfido2, and the cost of many credentials.
enum KeyBenchmark {
    /// The operations with one open handle.
    private struct Way {
        let name: String
        let client: FIDOClient
        /// For an allowList of one.
        let credentialID: [UInt8]

        init(_ name: String, _ client: FIDOClient) throws {
            self.name = name
            self.client = client
            credentialID = try client.makeCredential()
        }

        func operations(getInfo batch: Int) -> [Workload] {
            [
                Workload("getInfo, \(name)", batch: batch) { try client.getInfo() },
                Workload("makeCredential, \(name)", batch: 50) { try client.makeCredential() },
                Workload("getAssertion, \(name)", batch: 50) { try client.getAssertion(credentialID) },
            ]
        }
    }

    /// - Parameters:
    ///   - binary: `toque`, for keys in separate processes.
    ///   - folder: for stores and the socket.
    static func run(_ binary: String, _ folder: String) async throws -> [Measurement] {
        let memory = try device(MemoryCredentialStore())
        let disk = try device(try SQLiteCredentialStore(path: "\(folder)/key.sqlite"))
        let terminal = try KeyServeProcess(binary, ["--pty", "--memory"])
        let durableTerminal = try KeyServeProcess(binary, ["--pty", "--store", "\(folder)/terminal.sqlite"])
        let socket = try KeyServeProcess(binary, ["--socket", "\(folder)/key.socket", "--memory"])
        let durableSocket = try KeyServeProcess(
            binary, ["--socket", "\(folder)/durable.socket", "--store", "\(folder)/socket.sqlite"])
        let ways = [
            try Way("in process", FIDOClient(memory.loopback)),
            try Way("in process, durable", FIDOClient(disk.loopback)),
            try Way("pseudo-terminal", FIDOClient(path: terminal.path)),
            try Way("pseudo-terminal, durable", FIDOClient(path: durableTerminal.path)),
            try Way("socket", FIDOClient(SocketTransport(path: socket.path))),
            try Way("socket, durable", FIDOClient(SocketTransport(path: durableSocket.path))),
        ]
        let replay = try ReplayTransport(memory.loopback)
        let alone = try FIDOClient(replay)
        replay.isRecording = true
        try alone.getInfo()
        replay.isReplaying = true
        let floor = Workload("getInfo, libfido2 alone", batch: 200) { try alone.getInfo() }
        return try await Stopwatch.rates(
            [floor] + ways.flatMap { $0.operations(getInfo: 200) }, for: .milliseconds(700))
    }

    private static func device(_ storage: any CredentialStorage) throws -> CTAPHIDDevice {
        let authenticator = SoftAuthenticator(profile: .securityKey, storage: storage)
        return CTAPHIDDevice(processor: authenticator.ctapProcessor(interaction: ScriptedInteraction(.approve)))
    }

    /// The cost of a store with many discoverable credentials.
    struct Crowd {
        let count: Int
        let megabytes: Double
        /// Microseconds to find one by RP ID and ID.
        let lookup: Double
    }

    /// Fills a storage with discoverable credentials: one per user, ten users per RP.
    static func crowd(_ count: Int, in storage: any CredentialStorage) async throws -> Crowd {
        let before = Processes.memory("VmRSS")
        let random = SeededRandom(seed: "crowd")
        let pair = try KeyPair.generate(.ec(.p256), random: random)
        let publicKey = try COSEKey(algorithm: .es256, parameters: pair.publicKey)
        var made: [[UInt8]] = []
        for number in 0..<count {
            let id = random.bytes(32)
            made.append(id)
            let user = PublicKeyCredentialUserEntity(
                id: Array("user \(number)".utf8), name: "user \(number)", displayName: "")
            try storage.save(
                PublicKeyCredentialSource(
                    id: id, rpID: "site\(number / 10).example", user: user, publicKey: publicKey,
                    isDiscoverable: true, backup: .deviceBound, counter: .shared,
                    createdAt: Timestamp(microseconds: 0)),
                privateKey: pair.secret)
        }
        let ids = made
        let after = Processes.memory("VmRSS")
        let places = (0..<100).map { $0 * (count / 100) }
        let lookups = try await Stopwatch.rates(
            [
                Workload("lookup", batch: 10) {
                    for place in places {
                        let found = try storage.credential(rpID: "site\(place / 10).example", id: ids[place])
                        precondition(found != nil, "the benchmark's own credential")
                    }
                }
            ], for: .milliseconds(500))
        return Crowd(
            count: count, megabytes: after - before, lookup: lookups[0].microseconds / Double(places.count))
    }
}
