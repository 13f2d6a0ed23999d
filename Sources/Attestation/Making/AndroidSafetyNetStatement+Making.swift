import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

extension AndroidSafetyNetStatement {
    /// What the SafetyNet attestation API said of a device, for section 8.5.
    public struct Device: Sendable, Hashable {
        public var time: Timestamp
        public var ctsProfileMatch: Bool

        public init(time: Timestamp, ctsProfileMatch: Bool = true) {
            self.time = time
            self.ctsProfileMatch = ctsProfileMatch
        }
    }

    /// The signing procedure of section 8.5: a JWS whose nonce is the hash of what most formats sign.
    /// - Parameters:
    ///   - material: what is attested.
    ///   - key: for an algorithm that has the same name in JOSE, such as RS256 or ES256.
    ///   - x5c: its certificate first, which is for `attest.android.com`.
    ///   - device: what was found.
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
        // JOSE has another form of ECDSA's (RFC 7518 section 3.4).
        if case .ec(let curve, _, _) = key.publicKey {
            guard let concatenated = ECDSASignature.concatenated(der: signature, curve: curve) else {
                throw .unsupported("a signature that is not r and s")
            }
            signature = concatenated
        }
        // Of Google Play Services: any text that is not empty will do.
        self.init(version: "14366018", response: Array("\(signingInput).\(Base64URL.encode(signature))".utf8))
    }
}

extension CertificateBuilder {
    /// The host that SafetyNet's certificates are for (section 8.5).
    public static let safetyNetHost = "attest.android.com"
}

extension CertificateExtension {
    /// Subject Alternative Name of that host.
    public static let safetyNetHost = CertificateExtension(
        identifier: "2.5.29.17", value: DER.sequence(DER.implicit(2, Array(CertificateBuilder.safetyNetHost.utf8))))
}
