import CTAP
import ToqueCrypto

/// A pinUvAuthToken in the platform's hands, and what it may be good for (CTAP 2.1 section 6.5.2).
final class IssuedToken {
    let version: PINUVAuthProtocol
    let isByFinger: Bool
    let isPersistent: Bool
    private let value: SecretBytes
    private let permissions: PINUVAuthPermissions
    private let issuedAt: Duration
    private var rpID: String?

    init(
        _ request: TokenRequest, _ value: consuming SecretBytes, at time: Duration
    ) {
        version = request.version
        isByFinger = request.way == .fingerprint
        isPersistent = request.permissions == .persistentCredentialManagementReadOnly && request.way != .legacy
        permissions = request.way == .legacy ? [.makeCredential, .getAssertion] : request.permissions
        self.value = value
        issuedAt = time
        rpID = request.way == .legacy ? nil : request.rpID
    }

    func authenticate(_ message: [UInt8]) -> [UInt8] { version.authenticate(token: value, message: message) }

    /// Notes that the key has taken it.
    /// - Parameter authority: the token that the request was authenticated with, if with any.
    func use(_ authority: IssuedToken?, for permission: PINUVAuthPermissions, rpID used: String, at time: Duration) {
        guard authority === self else { return }
        require(permissions.contains(permission), "a token is taken for what it does not permit")
        require(rpID == nil || rpID == used, "a token is taken for another RP")
        require(time - issuedAt <= .seconds(600), "a token is taken after its time")
        rpID = used
    }
}
