import ToqueCOSE
import ToqueCrypto

/// A private key on P-256 as PKCS #8 (RFC 5958), the form of WebDriver's credentials (WebAuthn section 11.5).
enum PrivateKeyInfo {
    /// Why a key cannot be read or written.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private static let ecPublicKey = "1.2.840.10045.2.1"
    private static let p256 = "1.2.840.10045.3.1.7"

    /// - Parameter scalar: the private scalar, 32 bytes.
    static func encode(_ scalar: [UInt8]) throws(CryptoError) -> [UInt8] {
        let key = DER.sequence(DER.integer(1), DER.octetString(scalar))
        return DER.sequence(
            DER.integer(UInt(0)), DER.sequence(try DER.objectIdentifier(ecPublicKey), try DER.objectIdentifier(p256)),
            DER.octetString(key))
    }

    /// - Returns: the key pair of a private key on P-256.
    static func decode(_ bytes: [UInt8]) throws(Problem) -> KeyPair {
        do {
            var outer = DERReader(bytes)
            var info = try member(&outer).sequence()
            guard try member(&info).integer() <= 1 else { throw Problem(description: "an unknown version") }
            var algorithm = try member(&info).sequence()
            guard try member(&algorithm).objectIdentifier() == ecPublicKey,
                try member(&algorithm).objectIdentifier() == p256
            else { throw Problem(description: "a key that is not on P-256") }
            var content = DERReader(try member(&info).octetString())
            var key = try member(&content).sequence()
            guard try member(&key).integer() == 1 else { throw Problem(description: "an unknown version") }
            return try KeyPair(type: .ec(.p256), secret: SecretBytes(copying: try member(&key).octetString()))
        } catch {
            throw Problem(description: "no private key on P-256 as PKCS #8 (\(error))")
        }
    }

    private static func member(_ reader: inout DERReader) throws -> DERElement {
        guard let element = try reader.next() else { throw Problem(description: "it is cut short") }
        return element
    }
}
