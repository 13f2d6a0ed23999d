import Sandbox

/// The provider's Biometric Pix API and the bank behind it, on a socket of this machine.
public final class PixSimulator: Sendable {
    /// Where the API is reached, such as `http://127.0.0.1:41873`, without a slash at the end.
    public let url: String
    /// The last requests.
    public var journal: Journal { server.journal }

    private let server: SandboxServer

    /// Starts a simulator; it accepts connections when this returns. A database file that exists is taken up where it
    /// was left, whatever ended its last process.
    /// - Throws: `PixSimulatorError`, `SandboxStoreError` or `SandboxServerError`: a configuration, a database or an
    ///   address that cannot be used.
    public static func start(_ configuration: Configuration = Configuration()) async throws -> PixSimulator {
        try await PixSimulator(configuration)
    }

    private init(_ configuration: Configuration) async throws {
        try Self.check(configuration)
        let enrollments = EnrollmentProcess(durations: configuration.durations, random: configuration.random)
        let payments = PaymentProcess(durations: configuration.durations)
        let store = try SandboxStore(
            configuration.database, clock: configuration.clock,
            indexes: ["$.device_id", "$.credential.id", "$.identifier"].map(ObjectIndex.init)
        ) { timer, transaction in
            try Self.fire(timer, enrollments, payments, transaction)
        }
        try await store.write(Seeds.plant)
        let address = PublicAddress()
        let provider = Provider(
            store: store, random: configuration.random, bank: Bank(identity: configuration.relyingParty),
            enrollments: enrollments, payments: payments, address: address)
        var shell = SandboxServer.Configuration(
            keys: APIKeys(configuration.keys), clock: configuration.clock, logger: configuration.logger)
        shell.host = configuration.host
        shell.port = configuration.port
        server = try await SandboxServer(
            shell, store: store, routes: provider.routes, errorBody: Provider.errorBody)
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        url = "http://\(host):\(server.port)"
        address.set(url)
    }

    /// Answers what is under way, then ends; the database file is free when this returns.
    public func stop() async { await server.stop() }

    /// What a command needs to use this simulator, as environment variables.
    /// - Parameter key: one of the configuration's.
    public func environment(key: APIKey) -> [String: String] {
        [
            "TOQUE_SERVER": url, "TOQUE_API_KEY_ID": key.id, "TOQUE_API_KEY_SECRET": key.secret,
            "TOQUE_CUSTOMER": Seeds.customer, "TOQUE_ACCOUNT_TENURE": Seeds.customerCreatedAt.date,
            "TOQUE_INSTITUTION": Seeds.institution,
            "TOQUE_BENEFICIARY_BANK_ACCOUNT": Seeds.beneficiaryBankAccount,
        ]
    }

    private static func check(_ configuration: Configuration) throws(PixSimulatorError) {
        guard !configuration.keys.isEmpty else {
            throw PixSimulatorError(description: "no API key is configured; every request would be refused")
        }
        let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(configuration.host)
        guard isLoopback || !configuration.keys.contains(.sandbox) else {
            throw PixSimulatorError(
                description: "the key sandbox/sandbox is for the loopback interface; configure keys of your own to "
                    + "listen on \(configuration.host)")
        }
        guard (0...65_535).contains(configuration.port) else {
            throw PixSimulatorError(description: "port \(configuration.port) is not in 0...65535")
        }
    }

    private static func fire(
        _ timer: SandboxTimer, _ enrollments: EnrollmentProcess, _ payments: PaymentProcess, _ transaction: Transaction
    ) throws {
        if timer.kind.hasPrefix(EnrollmentProcess.timerPrefix),
            let event = EnrollmentEvent(rawValue: String(timer.kind.dropFirst(EnrollmentProcess.timerPrefix.count)))
        {
            try enrollments.fire(event, timer, transaction)
        } else if timer.kind.hasPrefix(PaymentProcess.timerPrefix),
            let event = PaymentIntentEvent(rawValue: String(timer.kind.dropFirst(PaymentProcess.timerPrefix.count)))
        {
            try payments.fire(event, timer, transaction)
        }
    }
}
