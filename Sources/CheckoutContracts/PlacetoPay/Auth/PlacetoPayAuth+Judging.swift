import ToqueCrypto
import ToqueEncoding

extension PlacetoPayAuth {
    /// How far a seed may be from the server's time.
    public static let window = Duration.seconds(5 * 60)

    /// Reads `auth` of a request's body.
    /// - Throws: `malformed` for whatever is wrong with it, a member beyond its limit included.
    public init(ofRequest body: JSON) throws(PlacetoPayAuthError) {
        do throws(JSONMemberError) {
            self = try PlacetoPayAuth(JSONReader(body).member("auth"))
        } catch {
            throw .malformed
        }
    }

    /// Judges a request of the site whose secret key this is; `PlacetoPayReplays` says whether it came before. The
    /// proof is compared in constant time.
    /// - Throws: `malformed`, `wrongTranKey` or `seedOutOfTime`, the first that holds.
    public func judge(secretKey: borrowing SecretBytes, at now: Timestamp) throws(PlacetoPayAuthError) {
        guard let rawNonce = Base64.decode(nonce), !rawNonce.isEmpty, let time = PlacetoPayDate.instant(seed) else {
            throw .malformed
        }
        let expected = Self.tranKey(nonce: rawNonce, seed: seed, secretKey: secretKey)
        guard Array(expected.utf8).constantTimeEquals(Array(tranKey.utf8)) else { throw .wrongTranKey }
        guard now - time <= Self.window, time - now <= Self.window else { throw .seedOutOfTime }
    }
}

/// The requests that a server has taken within the window, so that each counts once. A repetition has the same login,
/// nonce and seed: nonces alone repeat by chance where a client has few of them.
public struct PlacetoPayReplays: Sendable {
    private struct Request: Hashable {
        let login: String
        let nonce: String
        let seed: String
    }

    /// Until when each could be taken again, but for this list.
    private var taken: [Request: Timestamp] = [:]
    private var sizeToClear = 1024

    public init() {}

    /// How many are remembered.
    public var count: Int { taken.count }

    /// Takes a request that `judge` found right at this time.
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
