import ToqueCrypto

/// U2F_REGISTER: a new key pair for an application (FIDO U2F Raw Message Formats, section 4).
public struct U2FRegister: Sendable, Hashable {
    /// The client data's SHA-256, 32 bytes.
    public var challenge: [UInt8]
    /// The SHA-256 of the application's identity, 32 bytes: CTAP2's RP ID hash.
    public var application: [UInt8]

    public init(challenge: [UInt8], application: [UInt8]) {
        self.challenge = challenge
        self.application = application
    }

    /// The device's response (section 4.3).
    public struct Response: Sendable, Hashable {
        /// An uncompressed point of P-256, 65 bytes.
        public var publicKey: [UInt8]
        /// At most 255 bytes.
        public var keyHandle: [UInt8]
        /// The attestation certificate in DER.
        public var certificate: [UInt8]
        /// The signature by the attestation key over the application, the challenge, the key handle and the public key.
        public var signature: [UInt8]

        public init(publicKey: [UInt8], keyHandle: [UInt8], certificate: [UInt8], signature: [UInt8]) {
            self.publicKey = publicKey
            self.keyHandle = keyHandle
            self.certificate = certificate
            self.signature = signature
        }
    }
}

extension U2FRegister {
    /// Reads the request's data.
    init(_ data: [UInt8]) throws(U2FStatus) {
        guard data.count == 64 else { throw .wrongLength }
        self.init(challenge: Array(data[..<32]), application: Array(data[32...]))
    }

    var data: [UInt8] { challenge + application }
}

extension U2FRegister.Response {
    /// The first byte of a response.
    private static let reserved: UInt8 = 0x05
    private static let publicKeySize = 65

    /// Reads a response without its status word.
    /// - Throws: `wrongData` for a malformed response.
    init(_ body: [UInt8]) throws(U2FStatus) {
        let start = 1 + Self.publicKeySize
        guard body.first == Self.reserved, body.count > start else { throw .wrongData }
        let rest = body[(start + 1)...]
        let length = Int(body[start])
        guard rest.count >= length else { throw .wrongData }
        // The certificate itself encodes its length.
        var reader = DERReader(rest.dropFirst(length))
        guard let certificate = try? reader.element().encoded else { throw .wrongData }
        self.init(
            publicKey: Array(body[1..<start]), keyHandle: Array(rest.prefix(length)), certificate: Array(certificate),
            signature: Array(rest.dropFirst(length + certificate.count)))
    }

    var body: [UInt8] {
        [Self.reserved] + publicKey + [UInt8(clamping: keyHandle.count)] + keyHandle + certificate + signature
    }
}
