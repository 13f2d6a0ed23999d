import ToqueCrypto

/// U2F_REGISTER: a new key pair for an application (FIDO U2F Raw Message Formats, section 4).
public struct U2FRegister: Sendable, Hashable {
    /// The client data's SHA-256, 32 bytes.
    public var challenge: [UInt8]
    /// The SHA-256 of the application's identity, 32 bytes: the RP ID's hash of CTAP2.
    public var application: [UInt8]

    public init(challenge: [UInt8], application: [UInt8]) {
        self.challenge = challenge
        self.application = application
    }

    /// What the device answers (section 4.3).
    public struct Response: Sendable, Hashable {
        /// A point of P-256 without compression, 65 bytes.
        public var publicKey: [UInt8]
        /// At most 255 bytes.
        public var keyHandle: [UInt8]
        /// The attestation certificate in DER.
        public var certificate: [UInt8]
        /// By the attestation key, over the application, the challenge, the key handle and the public key.
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
    /// What an answer starts with.
    private static let reserved: UInt8 = 0x05
    private static let publicKeySize = 65

    /// Reads an answer without its status word.
    /// - Throws: `wrongData` for another form.
    init(_ body: [UInt8]) throws(U2FStatus) {
        let start = 1 + Self.publicKeySize
        guard body.first == Self.reserved, body.count > start else { throw .wrongData }
        let rest = body[(start + 1)...]
        let length = Int(body[start])
        guard rest.count >= length else { throw .wrongData }
        // The certificate tells its length itself.
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
