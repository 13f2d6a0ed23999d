import Sandbox
import ToqueEncoding

/// The provider's Biometric Pix API and the bank behind it, on a socket of this machine.
public final class PixSimulator: Sendable {
    /// Where it listens, such as `http://127.0.0.1:41873`, without a slash at the end.
    public let url: String
    /// Name of the database's file where nobody chooses one. Each provider has a file of its own; only the first one's is
    /// not called `sandbox-NAME.sqlite`.
    public static let databaseName = "sandbox.sqlite"

    /// The last requests.
    public var journal: Journal { server.journal }

    /// The tenants that the database had before this start.
    public var resumedTenants: [ResumedTenant] { server.engine.resumedTenants }

    let server: SandboxServer

    /// Starts a simulator; it accepts connections when this returns. A database file that exists is taken up where it
    /// was left, whatever ended its last process.
    /// - Throws: `PixSimulatorError`, `SandboxStoreError` or `SandboxServerError`: a configuration, a database or an
    ///   address that cannot be used.
    public static func start(_ configuration: Configuration = Configuration()) async throws -> PixSimulator {
        try await PixSimulator(configuration)
    }

    private init(_ configuration: Configuration) async throws {
        try Self.check(configuration)
        let provider = PixProvider(configuration)
        server = try await SandboxServer(configuration.sandbox, provider: provider)
        url = server.url
        do {
            try await provider.bankKeys.restore(server.engine)
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Answers what is under way, then ends; the database file is free when this returns.
    /// - Returns: why what the database kept is lost, such as that its file was deleted meanwhile; nil where it is not.
    @discardableResult
    public func stop() async -> SandboxStoreError? { await server.stop() }

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
        guard !configuration.sandbox.keys.isEmpty else {
            throw PixSimulatorError(description: "no API key is configured; every request would be refused")
        }
        guard Authority.isLoopback(configuration.sandbox.host) || !configuration.sandbox.keys.contains(.sandbox) else {
            throw PixSimulatorError(
                description: "the key sandbox/sandbox is for the loopback interface; configure keys of your own to "
                    + "listen on \(configuration.sandbox.host)")
        }
        guard (0...65_535).contains(configuration.sandbox.port) else {
            throw PixSimulatorError(description: "port \(configuration.sandbox.port) is not in 0...65535")
        }
    }
}

/// A configuration that cannot be served.
public struct PixSimulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}
