import ToqueEncoding

/// A JSON Web Signature of claims in compact form (RFC 7515 section 7.1, RFC 7519).
struct JWS: Sendable {
    let header: JSON
    let claims: JSON
    /// The signed bytes.
    let signed: [UInt8]
    let signature: [UInt8]

    /// nil if the text is not a JWS. The caller, who has the key, verifies the signature.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.decode(String(parts[2]))
        else { return nil }
        self.header = header
        self.claims = claims
        signed = Array("\(parts[0]).\(parts[1])".utf8)
        self.signature = signature
    }

    private static func object(_ part: Substring) -> JSON? {
        guard let bytes = Base64URL.decode(String(part)), let json = try? JSON(parsing: bytes),
            json.objectValue != nil
        else { return nil }
        return json
    }

    /// The compact form.
    /// - Parameter sign: signs the bytes.
    static func compact(
        header: JSON, claims: JSON, sign: ([UInt8]) throws -> [UInt8]
    ) rethrows -> String {
        let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
        return "\(signed).\(Base64URL.encode(try sign(Array(signed.utf8))))"
    }
}
