import Dispatch
import FoundationEssentials
import SoftAuthenticator
import Synchronization
import ToqueWebAuthn

/// The default authenticator of an SDK: profile `ios` over the store at its default path, under `$XDG_DATA_HOME/toque`.
/// The first ceremony that needs the store opens it, so a fault of the store is that ceremony's error.
public final class DefaultAuthenticator: Authenticator {
    /// A store has one owner, so all SDKs of a process share it.
    public static let ofProcess = DefaultAuthenticator(environment: ProcessInfo.processInfo.environment)

    private let environment: [String: String]
    private let opened = Mutex<SoftAuthenticator?>(nil)
    /// Opening a store blocks while the disk works.
    private let blocking = DispatchQueue(label: "default-authenticator.store")

    /// - Parameter environment: the variables that determine the store's path.
    public init(environment: [String: String]) { self.environment = environment }

    public func capabilities() async throws(WebAuthnError) -> AuthenticatorCapabilities {
        try await authenticator().capabilities()
    }

    public func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        try await authenticator().makeCredential(request, interaction: interaction)
    }

    public func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        try await authenticator().getAssertion(request, interaction: interaction)
    }

    public func cancel() { opened.withLock(\.self)?.cancel() }

    private func authenticator() async throws(WebAuthnError) -> SoftAuthenticator {
        if let authenticator = opened.withLock(\.self) { return authenticator }
        let result = await withCheckedContinuation { continuation in
            blocking.async {
                continuation.resume(returning: Result { () throws(CredentialStorageError) in try self.open() })
            }
        }
        return try result.mapError { WebAuthnError(.unknownError, "\($0)") }.get()
    }

    /// Called only on the blocking queue, so no two calls open the store.
    private func open() throws(CredentialStorageError) -> SoftAuthenticator {
        if let authenticator = opened.withLock(\.self) { return authenticator }
        let path = try SQLiteCredentialStore.defaultPath(environment: environment)
        let authenticator = SoftAuthenticator(profile: .ios, storage: try SQLiteCredentialStore(path: path))
        opened.withLock { $0 = authenticator }
        return authenticator
    }
}
