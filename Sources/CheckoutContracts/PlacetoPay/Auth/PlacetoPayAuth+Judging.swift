import ToqueCrypto
import ToqueEncoding

extension PlacetoPayAuth {
    /// The maximum difference of a seed from the server's time.
    public static let window = Duration.seconds(5 * 60)

    /// Reads `auth` from a request's body.
    /// - Throws: `malformed` for every fault, including a member over its limit.
    public init(ofRequest body: JSON) throws(PlacetoPayAuthError) {
        do throws(JSONMemberError) {
            self = try PlacetoPayAuth(JSONReader(body).member("auth"))
        } catch {
            throw .malformed
        }
    }

    /// Verifies a request of the site with this secret key, with a constant-time comparison of the proof.
    /// `PlacetoPayReplays` detects repeated requests.
    /// - Throws: `malformed`, `wrongTranKey` or `seedOutOfTime`, whichever applies first.
    public func judge(secretKey: borrowing SecretBytes, at now: Timestamp) throws(PlacetoPayAuthError) {
        guard let rawNonce = Base64.decode(nonce), !rawNonce.isEmpty, let time = PlacetoPayDate.instant(seed) else {
            throw .malformed
        }
        let expected = Self.tranKey(nonce: rawNonce, seed: seed, secretKey: secretKey)
        guard Array(expected.utf8).constantTimeEquals(Array(tranKey.utf8)) else { throw .wrongTranKey }
        guard now - time <= Self.window, time - now <= Self.window else { throw .seedOutOfTime }
    }
}

/// The requests that a server accepted within the window, so that each counts once. A repetition has the same login,
/// nonce and seed. Nonces alone can repeat by chance if a client has few of them.
public struct PlacetoPayReplays: Sendable {
    private struct Request: Hashable {
        let login: String
        let nonce: String
        let seed: String
    }

    /// The time until which each could otherwise be accepted again.
    private var taken: [Request: Timestamp] = [:]
    private var sizeToClear = 1024

    public init() {}

    /// The number of stored requests.
    public var count: Int { taken.count }

    /// Accepts a request that `judge` has verified at this time.
    /// - Throws: `wrongTranKey` for a repetition.
    public mutating func take(_ auth: PlacetoPayAuth, at now: Timestamp) throws(PlacetoPayAuthError) {
        let request = Request(login: auth.login, nonce: auth.nonce, seed: auth.seed)
        guard taken[request] == nil, let time = PlacetoPayDate.instant(auth.seed) else { throw .wrongTranKey }
        if taken.count >= sizeToClear {
            taken = taken.filter { $0.value >= now }
            sizeToClear = max(1024, taken.count * 2)
        }
        taken[request] = time + PlacetoPayAuth.window
    }
}
