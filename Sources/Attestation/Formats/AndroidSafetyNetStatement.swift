import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The `android-safetynet` statement (section 8.5): a JWS of the retired SafetyNet attestation API.
public struct AndroidSafetyNetStatement: FormatStatement {
    /// The version of Google Play Services.
    public var version: String
    /// A JWS in compact serialization, UTF-8.
    public var response: [UInt8]

    public init(version: String, response: [UInt8]) {
        self.version = version
        self.response = response
    }

    static let format = AttestationFormat.androidSafetyNet
    var statement: AttestationStatement { .androidSafetyNet(self) }
    var summary: String { "attestation by SafetyNet, which is retired" }

    var encoded: CBOR {
        ["ver": .text(version), "response": .bytes(response)]
    }

    init(_ object: AttestationObject) throws(AttestationStatementError) {
        let reader = try StatementReader(object)
        version = try reader.text("ver")
        response = try reader.bytes("response")
        try reader.expect(["ver", "response"])
    }

    /// The SafetyNet attestation API's findings about a device, for section 8.5.
    public struct Device: Sendable, Hashable {
        public var time: Timestamp
        public var ctsProfileMatch: Bool

        public init(time: Timestamp, ctsProfileMatch: Bool = true) {
            self.time = time
            self.ctsProfileMatch = ctsProfileMatch
        }
    }

    /// The signing procedure of section 8.5: a JWS whose nonce is the hash of the data that most formats sign.
    /// - Parameters:
    ///   - material: the data to attest.
    ///   - key: a key for an algorithm that has the same name in JOSE, such as RS256 or ES256.
    ///   - x5c: the key's certificate first, issued to `attest.android.com`.
    ///   - device: the findings to report.
    public init(
        attesting material: AttestedMaterial, with key: some StatementSigner, x5c: [Certificate], device: Device
    ) throws(CryptoError) {
        guard let algorithm = key.algorithm.name else { throw .unsupported("\(key.algorithm)") }
        let header: JSON = [
            "alg": .string(algorithm), "x5c": .array(x5c.map { .string(Base64.encode($0.der)) }),
        ]
        let payload: JSON = [
            "nonce": .string(Base64.encode(Digest.sha256(material.message))),
            "timestampMs": .int(device.time.microseconds / 1000), "apkPackageName": "com.google.android.gms",
            "ctsProfileMatch": .bool(device.ctsProfileMatch), "basicIntegrity": .bool(device.ctsProfileMatch),
        ]
        let signingInput = [header, payload].map { Base64URL.encode($0.utf8) }.joined(separator: ".")
        var signature = try key.sign(Array(signingInput.utf8))
        // JOSE encodes ECDSA signatures differently (RFC 7518 section 3.4).
        if case .ec(let curve, _, _) = key.publicKey {
            guard let concatenated = ECDSASignature.concatenated(der: signature, curve: curve) else {
                throw .unsupported("a signature that is not r and s")
            }
            signature = concatenated
        }
        // Of Google Play Services: any text that is not empty works.
        self.init(version: "14366018", response: Array("\(signingInput).\(Base64URL.encode(signature))".utf8))
    }

    init(_ task: AttestationTask) throws {
        // SafetyNet's certificate is a host's, with an RSA key.
        let attestation = try task.authority.certifiedKey(
            for: .androidSafetyNet, attesting: task.material, name: CertificateBuilder.safetyNetHost,
            type: .rsa(bits: 2048), algorithm: .rs256)
        try self.init(
            attesting: task.material, with: attestation.signer, x5c: [attestation.certificate],
            device: Device(time: task.time))
    }

    static func complete(_ certificate: inout CertificateBuilder, aaguid: AAGUID) throws(CryptoError) {
        certificate.extensions.append(.safetyNetHost)
    }
}

/// SafetyNet's findings about a device: the payload of its JWS, limited to the members that WebAuthn uses.
public struct SafetyNetPayload: Sendable, Hashable {
    /// base64 of the nonce from SafetyNet's caller.
    public var nonce: String
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var timestampMs: Int
    /// True if the device passed Android's compatibility tests and was not modified since.
    public var ctsProfileMatch: Bool

    public init(_ json: JSONReader) throws(JSONMemberError) {
        nonce = try json.member("nonce", expected: "a string").string()
        timestampMs = try json.member("timestampMs", expected: "an integer").int()
        ctsProfileMatch = try json.member("ctsProfileMatch", expected: "true or false").bool()
    }
}

extension CertificateBuilder {
    /// The host name in SafetyNet's certificates (section 8.5).
    public static let safetyNetHost = "attest.android.com"
}

extension CertificateExtension {
    /// Subject Alternative Name of that host.
    public static let safetyNetHost = CertificateExtension(
        identifier: "2.5.29.17", value: DER.sequence(DER.implicit(2, Array(CertificateBuilder.safetyNetHost.utf8))))
}
