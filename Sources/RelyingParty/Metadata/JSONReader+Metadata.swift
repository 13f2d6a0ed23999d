import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension JSONReader {
    /// A day, `2024-11-26`.
    func date() throws(JSONMemberError) -> CivilDate {
        guard let midnight = Timestamp("\(try string())T00:00:00Z") else {
            throw mismatch(expected: "a date such as 2024-11-26")
        }
        return CivilDate(midnight)
    }

    /// Base64 of DER. The service wraps some of its lines.
    func certificate() throws(JSONMemberError) -> Certificate {
        let text = String(decoding: try string().utf8.filter { !$0.isWhiteSpace }, as: UTF8.self)
        guard let der = Base64.decode(text), let certificate = try? Certificate(der: der) else {
            throw mismatch(expected: "a certificate, base64 of DER")
        }
        return certificate
    }

    /// A UUID, 8-4-4-4-12 hexadecimal digits.
    func aaguid() throws(JSONMemberError) -> AAGUID {
        guard let aaguid = AAGUID(uuid: try string()) else { throw mismatch(expected: "a UUID") }
        return aaguid
    }

    /// A SHA-1 digest in hexadecimal digits.
    func keyIdentifier() throws(JSONMemberError) -> [UInt8] {
        guard let bytes = Hex.decode(try string()), bytes.count == DigestAlgorithm.sha1.size else {
            throw mismatch(expected: "40 hexadecimal digits")
        }
        return bytes
    }
}

extension CivilDate {
    /// The UTC day that contains the instant.
    init(_ instant: Timestamp) {
        self.init(seconds: instant.seconds)
    }
}

extension UInt8 {
    /// White space of JSON and of files: space, tab, line feed, carriage return.
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
