import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// Proofs and signatures that Python computed.
enum PlacetoPayVectors {
    static let secret = "siteSecretKey"

    static func key(_ text: String = secret) -> SecretBytes { SecretBytes(copying: text.utf8) }

    /// Raw nonce, nonce as sent, seed, secret key and proof.
    static let auth: [(raw: String, nonce: String, seed: String, secret: String, tranKey: String)] = [
        (
            "927342197", "OTI3MzQyMTk3", "2023-06-21T09:56:06-05:00", secret,
            "1HeFKdVDB63DIerOEcyoLWAVZj5OfwZPExqRLAKS2W4="
        ),
        (
            "6149ed880b3a7", "NjE0OWVkODgwYjNhNw==", "2023-10-17T16:22-0500", secret,
            "unuHkaAapZBIe695HJxCNfGmB2XLKG7RjndR+PjezA4="
        ),
        (
            "6149ed880b3a7", "NjE0OWVkODgwYjNhNw==", "2023-10-17T17:13-0500", secret,
            "/NiGRFNoJ6/074d1Zj1eDMrL+KBQepxT7wr4EiiHaLs="
        ),
        (
            "0", "MA==", "2024-02-29T23:59:59Z", "p4ss/wörd+=", "yL+18GJYnUQuWeC3tq/ZvMbnxVbuXbfaaa3vmdxUSg8="
        ),
        (
            "927342", "OTI3MzQy", "2023-10-17T16:22:05-05:00", secret, "76nZJNdZdyriJJdlq6qcPV/MU48RKsvo4xFl/LKh4iw="
        ),
    ]

    static let notifications: [(requestID: Int, word: PlacetoPayStatus.Word, date: String, signature: String)] = [
        (1234, .approved, "2019-01-01T12:00:00-05:00", "9f83f1efc8ace00aaca07b8750df1e261b95a1ab"),
        (
            1234, .approved, "2019-01-01T12:00:00-05:00",
            "sha256:97c40fef1ed74b710a6837d8014f931d41c7caeac333bffa4dc75ed178a6b0e3"
        ),
        (2_630_139, .rejected, "2026-01-31T07:00:00-05:00", "0fb5da3dc891bb7a2be52949cd688abe23cde58a"),
        (
            2_630_139, .rejected, "2026-01-31T07:00:00-05:00",
            "sha256:073c7f801f6c7575d3b16c27bc40ab5fe950d44f6edf756422a044eb004e687a"
        ),
    ]

    /// SHA-256 of 1,000 generated proofs and signatures. Tests/EndToEnd/checkout has the same digest.
    static let digestOfGenerated = "d6fce28f23571baf121d9a48d3dc636b4d4eec8b99e13133f3f63d41c428538a"
}

/// Requests and notifications that Tests/EndToEnd/helpers/checkout/placetopay_reference.py generates too, from the same
/// numbers.
struct PlacetoPayGenerator {
    private static let texts = ["a", "0", "+/=", "ö", "ключ", ":", " ", "Z"]

    private var random = SplitMix(seed: 43)

    private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private mutating func two(_ count: Int, from first: Int = 0) -> String {
        let digits = "\(pick(count) + first)"
        return digits.count == 1 ? "0\(digits)" : digits
    }

    private mutating func date() -> String {
        let date = "20\(pick(90) + 10)-\(two(9, from: 1))-\(two(28, from: 1))"
        let time = "\(two(24)):\(two(60))"
        switch pick(3) {
        case 0: return "\(date)T\(time):\(two(60))-05:00"
        case 1: return "\(date)T\(time)-0500"
        default: return "\(date)T\(time):\(two(60))Z"
        }
    }

    private mutating func secret() -> String {
        (0..<pick(8) + 1).map { _ in Self.texts[pick(Self.texts.count)] }.joined()
    }

    mutating func auth() -> (auth: PlacetoPayAuth, secret: String) {
        let nonce = (0..<pick(24) + 1).map { _ in UInt8(pick(256)) }
        let (seed, secret) = (date(), secret())
        let auth = PlacetoPayAuth(
            login: "site\(pick(100))", secretKey: SecretBytes(copying: secret.utf8), nonce: nonce, seed: seed)
        return (auth, secret)
    }

    mutating func notification() -> (notification: PlacetoPayNotification, secret: String) {
        let requestID = pick(10_000_000) + 1
        let word = PlacetoPayStatus.Word.allCases[pick(PlacetoPayStatus.Word.allCases.count)]
        let (date, secret) = (date(), secret())
        let revision: PlacetoPaySignature.Revision = pick(2) == 0 ? .sha256 : .sha1
        let notification = PlacetoPayNotification(
            status: PlacetoPayStatus(word, reason: .approved, message: "", date: date), requestID: requestID,
            reference: "order-\(requestID)", revision: revision, secretKey: SecretBytes(copying: secret.utf8))
        return (notification, secret)
    }
}
