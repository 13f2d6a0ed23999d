import Sandbox

/// The provider's Biometric Pix API and its bank, on a local socket.
public enum PixSimulator {
    /// Starts a simulator; it accepts connections on return. An existing database continues where its last process left
    /// off, however that ended.
    /// - Throws: like `SandboxServer`, for an unusable configuration, database or address.
    public static func start(_ configuration: Configuration = Configuration()) async throws -> SandboxServer {
        try await SandboxServer(configuration.sandbox, provider: provider(configuration))
    }

    /// The provider for the sandbox's engine.
    public static func provider(_ configuration: Configuration) -> some SandboxProvider { PixProvider(configuration) }
}
