import ToqueCrypto
import ToqueEncoding

/// `auth`, which each request to Checkout carries: the site, and the proof that it knows the secret key, which is not
/// sent itself (Checkout documentation, "Authentication"; after WS-Security UsernameToken Profile 1.1).
public struct PlacetoPayAuth: JSONModel, Hashable {
    /// The site's login. It is public.
    public var login: String
    /// Base64 of SHA-256(raw nonce ‖ seed ‖ secret key).
    public var tranKey: String
    /// Base64 of the raw nonce.
    public var nonce: String
    /// An ISO 8601 date and time. The hash covers the text as sent.
    public var seed: String

    public init(login: String, tranKey: String, nonce: String, seed: String) {
        self.login = login
        self.tranKey = tranKey
        self.nonce = nonce
        self.seed = seed
    }

    /// Creates the proof.
    /// - Parameters:
    ///   - login: the site's.
    ///   - secretKey: the site's.
    ///   - nonce: raw bytes, new for each request.
    ///   - seed: the time of the request, in either form that `PlacetoPayDate` reads.
    public init(login: String, secretKey: borrowing SecretBytes, nonce: [UInt8], seed: String) {
        self.init(
            login: login, tranKey: Self.tranKey(nonce: nonce, seed: seed, secretKey: secretKey),
            nonce: Base64.encode(nonce), seed: seed)
    }

    /// Creates the proof of a request at a given time.
    /// - Parameters:
    ///   - login: the site's.
    ///   - secretKey: the site's.
    ///   - random: the source of the nonce.
    ///   - now: the time of the request.
    public init(login: String, secretKey: borrowing SecretBytes, random: some RandomSource, at now: Timestamp) {
        self.init(
            login: login, secretKey: secretKey, nonce: Array(Hex.encode(random.bytes(16)).utf8),
            seed: PlacetoPayDate.text(now))
    }

    /// The three parts are concatenated without a separator. A seed's form determines its length and it begins with a
    /// date, so no byte can move between the parts and leave a readable seed.
    static func tranKey(nonce: [UInt8], seed: String, secretKey: borrowing SecretBytes) -> String {
        Base64.encode(Digest.hash(.sha256, nonce + Array(seed.utf8), followedBy: secretKey))
    }
}

extension PlacetoPayAuth: JSONStructure {
    package static let blank = PlacetoPayAuth(login: "", tranKey: "", nonce: "", seed: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("login", &login, upTo: PlacetoPayLimit.login)
        coder.required("tranKey", &tranKey, upTo: PlacetoPayLimit.tranKey)
        coder.required("nonce", &nonce, upTo: PlacetoPayLimit.nonce)
        coder.required("seed", &seed, upTo: PlacetoPayLimit.seed)
    }
}
