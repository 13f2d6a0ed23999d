import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// `auth` of a request, created with the request. It needs the site's secret key, which belongs only on the merchant's
/// server.
public final class CheckoutAuth: Codable, Sendable {
    public let login: String
    /// Base64 of the decimal text of a number below a million, as in the guide.
    public let nonce: String
    public let seed: String
    public let tranKey: String

    enum CodingKeys: String, CodingKey { case login, nonce, seed, tranKey }

    /// Creates the proof of a request at the current time.
    public convenience init(login: String, secretKey: String) {
        self.init(login: login, secretKey: secretKey, random: SystemRandom(), at: .now())
    }

    init(login: String, secretKey: String, random: some RandomSource, at now: Timestamp) {
        let number = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        let auth = PlacetoPayAuth(
            login: login, secretKey: SecretBytes(copying: secretKey.utf8), nonce: Array("\(number)".utf8),
            seed: PlacetoPayDate.text(now))
        self.login = auth.login
        nonce = auth.nonce
        seed = auth.seed
        tranKey = auth.tranKey
    }

    var contract: PlacetoPayAuth { PlacetoPayAuth(login: login, tranKey: tranKey, nonce: nonce, seed: seed) }
}
