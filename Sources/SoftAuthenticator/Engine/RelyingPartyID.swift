import ToqueCrypto

/// An RP ID with its SHA-256, which most of what an authenticator does needs as well.
struct RelyingPartyID: Sendable, Hashable {
    let text: String
    let hash: [UInt8]

    init(_ text: String) {
        self.text = text
        hash = Digest.sha256(text)
    }
}
