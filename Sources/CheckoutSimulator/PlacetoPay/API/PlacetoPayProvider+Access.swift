import CheckoutContracts
import Sandbox
import Synchronization
import ToqueCrypto
import ToqueEncoding

extension PlacetoPayProvider {
    /// Identifies a request's site by `auth` in its body.
    func authenticate(_ request: SandboxRequest) async throws -> String {
        let body = try request.decode { (json) throws(JSONMemberError) in json }
        do {
            let auth = try PlacetoPayAuth(ofRequest: body)
            let store = request.engine.store
            guard try await store.hasKey(auth.login), let secret = store.keySecret(of: auth.login) else {
                throw PlacetoPayAuthError.unknownLogin
            }
            // From here on, errors have the site's time.
            let now = request.entering(auth.login).now
            try auth.judge(secretKey: secret.bytes, at: now)
            if configuration.authReplay != .accept {
                guard try await requestsTaken.take(auth, at: now, store) else {
                    throw SandboxError(.wrongTranKey).assuming(PlacetoPayFidelity.replay)
                }
            }
            return auth.login
        } catch let error as PlacetoPayAuthError {
            throw SandboxError(error)
        }
    }
}

extension SandboxError {
    /// The response contains only the number.
    init(_ error: PlacetoPayAuthError) {
        self.init(status: 401, code: "authentication_failed_\(error.rawValue)", message: error.message)
    }
}

/// The recently accepted requests of all sites. They are only in memory if no other process gets requests: after a
/// restart, a request of the last five minutes can be repeated once.
final class PlacetoPayRequestsTaken: Sendable {
    /// By site, because each has its own clock.
    private let sites = Mutex<[String: PlacetoPayReplays]>([:])

    /// - Returns: false for a repetition.
    func take(_ auth: PlacetoPayAuth, at now: Timestamp, _ store: SandboxStore) async throws -> Bool {
        if store.isShared {
            let name = Hex.encode(Digest.sha256("\(auth.nonce)\n\(auth.seed)"))
            return try await store.claim(
                "request \(name)", of: auth.login, at: now, until: now + PlacetoPayAuth.window + PlacetoPayAuth.window)
        }
        return sites.withLock { sites in
            (try? sites[auth.login, default: PlacetoPayReplays()].take(auth, at: now)) != nil
        }
    }
}
