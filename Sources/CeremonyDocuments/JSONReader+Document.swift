import ToqueCrypto
import ToqueEncoding

extension JSONReader {
    func timestamp() throws(JSONMemberError) -> Timestamp {
        guard let timestamp = Timestamp(try string()) else {
            throw mismatch(expected: "a date and time of RFC 3339, such as 2026-01-31T12:00:00Z")
        }
        return timestamp
    }

    /// A certificate as DER in base64 (either alphabet, padded or not), or the certificates of a PEM text.
    func certificates() throws(JSONMemberError) -> [Certificate] {
        let text = try string()
        let certificates =
            if text.contains("-----BEGIN ") {
                try? Certificate.certificates(pem: Array(text.utf8))
            } else {
                Base64URL.decodeTolerant(text).flatMap { try? Certificate(der: $0.bytes) }.map { [$0] }
            }
        guard let certificates, !certificates.isEmpty else {
            throw mismatch(expected: "a certificate: DER in base64, or PEM")
        }
        return certificates
    }
}
