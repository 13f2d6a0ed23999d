import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// `auth` of a request, made when the request is. It needs the site's secret key, which belongs on the merchant's
/// server alone.
public final class CheckoutAuth: Codable, Sendable {
    public let login: String
    /// Base64 of the decimal text of a number below a million, as the guide has it.
    public let nonce: String
    public let seed: String
    public let tranKey: String

    enum CodingKeys: String, CodingKey { case login, nonce, seed, tranKey }

    /// The proof of a new request, made now.
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
