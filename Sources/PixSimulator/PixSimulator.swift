import Sandbox

/// The provider's Biometric Pix API and the bank behind it, on a socket of this machine.
public enum PixSimulator {
    /// Starts a simulator; it accepts connections when this returns. A database file that exists is taken up where it
    /// was left, whatever ended its last process.
    /// - Throws: as `SandboxServer`: a configuration, a database or an address that cannot be used.
    public static func start(_ configuration: Configuration = Configuration()) async throws -> SandboxServer {
        try await SandboxServer(configuration.sandbox, provider: provider(configuration))
    }

    /// What such a simulator gives the sandbox's engine.
    public static func provider(_ configuration: Configuration) -> some SandboxProvider { PixProvider(configuration) }
}
