import ArgumentParser
import CredentialStore
import Glibc
import SoftAuthenticator

/// Prints the rates, each compared to the OpenSSL ceiling from the same run.
@main
enum ToqueBench {
    static func main() async {
        do {
            if CommandLine.arguments.dropFirst().first == NothingServer.option {
                return try await NothingServer.run(Array(CommandLine.arguments.dropFirst(2)))
            }
            var command = try BenchOptions.parseAsRoot()
            if let options = command as? BenchOptions {
                try await options.run()
            } else {
                try command.run()
            }
        } catch {
            exit(exitCode(telling: error))
        }
    }

    /// - Returns: the exit code; 2 for wrong usage, like `toque`.
    private static func exitCode(telling error: any Error) -> Int32 {
        let text = BenchOptions.fullMessage(for: error)
        switch BenchOptions.exitCode(for: error) {
        case .success:
            print(text)
            return 0
        case .validationFailure:
            tell(text)
            return 2
        default:
            tell("\(error)")
            return 1
        }
    }

    private static func tell(_ text: String) { _ = write(STDERR_FILENO, "\(text)\n", text.utf8.count + 1) }

    static func run(_ options: BenchOptions) async throws {
        if let port = options.load { return try RunningSandbox(port: port).load(options) }
        let folder = "/tmp/toque-bench-\(getpid())"
        mkdir(folder, 0o700)
        defer { empty(folder) }
        if options.sandboxOnly { return try await sandbox(options, folder) }
        if options.checkoutOnly { return try await checkout(options, folder) }
        if options.dashboardOnly { return try dashboard(options, folder) }

        print("One thread; the best batch of about 1.5 s each, in turns with OpenSSL's.\n")
        let memory = ClientCeremonies(storage: MemoryCredentialStore(), openedKeys: 256)
        let uncached = ClientCeremonies(storage: MemoryCredentialStore(), openedKeys: 0)
        let store = try SQLiteCredentialStore(path: "\(folder)/credentials.sqlite")
        let disk = ClientCeremonies(storage: store, openedKeys: 256)
        let ceiling = try OpenSSLCeiling()

        try await compare(
            Workload("OpenSSL: P-256 key generation", batch: 100) { ceiling.generate() },
            [(Workload("registration, ES256, in memory", batch: 100) { _ = try await memory.register() }, 1.5)])
        let floor = try SQLiteFloor(path: "\(folder)/floor.sqlite")
        try await compare(
            Workload("key generation, and SQLite: one commit", batch: 20) {
                ceiling.generate()
                try floor.commit()
            },
            [(Workload("registration, ES256, on disk", batch: 20) { _ = try await disk.register() }, 1.5)])
        let (known, other, stored) = (
            try await memory.register().credentialID, try await uncached.register().credentialID,
            try await disk.register().credentialID
        )
        try await compare(
            Workload("OpenSSL: ECDSA signature", batch: 100) { ceiling.sign() },
            [
                (
                    Workload("assertion, in memory, key cached", batch: 100) { _ = try await memory.assert(known) },
                    1.25
                ),
                (Workload("assertion, in memory, no cache", batch: 100) { _ = try await uncached.assert(other) }, 2.2),
                (Workload("assertion, on disk, key cached", batch: 50) { _ = try await disk.assert(stored) }, nil),
            ])
        try await VerificationBenchmark().run()
        if let binary = options.binaries.first { try VerifyCommandBenchmark.run(binary.path, folder) }

        try await key(options, folder)
        try await sandbox(options, folder)
        try await checkout(options, folder)
        try dashboard(options, folder)
        print("peak memory of this process: \(rounded(Processes.memory("VmHWM"))) MB")
        for binary in options.binaries { try await processes(binary) }
    }

    /// Removes the folder and its files.
    private static func empty(_ folder: String) {
        guard let directory = opendir(folder) else { return }
        defer {
            closedir(directory)
            rmdir(folder)
        }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            unlink("\(folder)/\(name)")
        }
    }

    /// Prints the ceiling, and each operation as a multiple of it with its target.
    private static func compare(
        _ ceiling: Workload, _ operations: [(operation: Workload, aim: Double?)]
    ) async throws {
        let measurements = try await Stopwatch.rates([ceiling] + operations.map(\.operation))
        for (measurement, aim) in zip(measurements, [nil] + operations.map(\.aim)) {
            let ratio = measurements[0].perSecond / measurement.perSecond
            print(
                padded(measurement.name, 40) + padded("\(Int(measurement.perSecond))/s", 12, left: true)
                    + padded("\(rounded(measurement.microseconds)) us", 12, left: true)
                    + padded("\(rounded(ratio)) x", 10, left: true) + (aim.map { "   (aim: \($0))" } ?? ""))
        }
        print("")
    }

    /// Measures the security key through libfido2, with the first binary, and the cost of many credentials.
    private static func key(_ options: BenchOptions, _ folder: String) async throws {
        guard let binary = options.binaries.first?.path else { return }
        print("The key through libfido2, one handle open, an allowList of one:\n")
        for measurement in try await KeyBenchmark.run(binary, folder) {
            let aim = keyAims[measurement.name].map { "   (aim: \($0))" } ?? ""
            print(
                padded(measurement.name, 40) + padded("\(Int(measurement.perSecond))/s", 12, left: true)
                    + padded("\(rounded(measurement.microseconds)) us", 12, left: true) + aim)
        }
        print("")
        for count in [1_000, 100_000] {
            try await crowd(count, MemoryCredentialStore(), "in memory")
        }
        for count in [1_000, 10_000] {
            try await crowd(count, SQLiteCredentialStore(path: "\(folder)/crowd\(count).sqlite"), "on disk")
        }
        print("")
    }

    /// Prints the cost of many discoverable credentials, and the time to find one.
    private static func crowd(_ count: Int, _ storage: any CredentialStorage, _ place: String) async throws {
        let crowd = try await KeyBenchmark.crowd(count, in: storage)
        print(
            "\(count) discoverable credentials \(place): \(rounded(crowd.megabytes)) MB of memory, "
                + "one is found in \(rounded(crowd.lookup)) us")
    }

    private static let keyAims = [
        "getInfo, in process": "7 us", "getAssertion, pseudo-terminal": "7500/s", "getAssertion, socket": "8500/s",
        "getAssertion, pseudo-terminal, durable": "4000/s", "getAssertion, socket, durable": "4000/s",
    ]

    /// Measures the sandbox as a server, with the first binary.
    private static func sandbox(_ options: BenchOptions, _ folder: String) async throws {
        guard let binary = options.binaries.first else { return }
        let benchmark = SandboxBenchmark(binary: binary.path, folder: folder, flows: options.flows)
        try await benchmark.shares(try benchmark.run())
    }

    /// Measures payments at the checkout providers, with the first binary.
    private static func checkout(_ options: BenchOptions, _ folder: String) async throws {
        try await WebhookJudging.run()
        guard let binary = options.binaries.first else { return }
        try CheckoutBenchmark(binary: binary.path, folder: folder).run(
            memoryOf: options.provider ?? "ecommpay", flows: options.flows)
    }

    /// Measures the dashboard of a large sandbox, with the first binary.
    private static func dashboard(_ options: BenchOptions, _ folder: String) throws {
        guard let binary = options.binaries.first else { return }
        try DashboardBenchmark(binary: binary.path, folder: folder).run()
    }

    /// Measures a binary's start-up, and the memory of its idle server.
    private static func processes(_ binary: BenchOptions.Binary) async throws {
        let nothing = try Processes.startUp(["/bin/true"])
        let version = try Processes.startUp([binary.path, "--version"])
        print("\(binary.name): toque --version in \(rounded(version)) ms (/bin/true: \(rounded(nothing)) ms)")
        let server = try ServerProcess([binary.path, "simulate", "--memory", "--port", "0"], quiet: true)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(2))
        print("\(binary.name): the idle server takes \(rounded(Processes.memory("VmRSS", of: "\(server.id)"))) MB")
    }
}
