import ToqueCBOR
import ToqueCOSE
import ToqueCrypto

extension InspectionNode {
    /// A credential public key in COSE_Key form, its labels and numbers by their registered names.
    public init(publicKey bytes: [UInt8], label: String = "credentialPublicKey") {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        do {
            let key = try COSEKey(decoding: bytes)
            value = "\(key.parameters.kind), \(key.algorithm)"
            _ = try key.verifyingKey()
        } catch {
            problem = "\(error)"
        }
        let located = LocatedCBOR(bytes)
        children = Self.coseParameters(located)
        addTrailing(bytes, after: located.range.upperBound)
    }

    /// A COSE_Key inside other CBOR, such as that of a key agreement, which does not belong to a credential.
    init(_ label: String, coseKey located: LocatedCBOR) {
        self.init(label, located)
        children = Self.coseParameters(located)
    }

    private static func coseParameters(_ located: LocatedCBOR) -> [InspectionNode] {
        let keyType = located[1]?.intValue
        return located.entries.map { key, value in
            let name = key.intValue.flatMap { parameterName($0, keyType: keyType) }
            var node = InspectionNode(name ?? keyLabel(key), value)
            if let number = value.intValue, let meaning = meaning(of: number, name) {
                node.value = "\(meaning) (\(number))"
            }
            if isPrivate(name) {
                node.value = value.bytesValue.map { "\(count($0.count)), not shown" }
                node.add(problem: "a part of the private key, which must not leave its authenticator")
            }
            return node
        }
    }

    /// IANA COSE Key Common Parameters and COSE Key Type Parameters.
    private static func parameterName(_ label: Int, keyType: Int?) -> String? {
        switch (label, keyType) {
        case (1, _): "kty"
        case (2, _): "kid"
        case (3, _): "alg"
        case (4, _): "key_ops"
        case (5, _): "Base IV"
        case (-1, 1), (-1, 2): "crv"
        case (-2, 1), (-2, 2): "x"
        case (-3, 2): "y"
        case (-4, 1), (-4, 2): "d"
        case (-1, 3): "n"
        case (-2, 3): "e"
        case (-3, 3): "d"
        case (-4, 3): "p"
        case (-5, 3): "q"
        case (-6, 3): "dP"
        case (-7, 3): "dQ"
        case (-8, 3): "qInv"
        default: nil
        }
    }

    private static func isPrivate(_ name: String?) -> Bool {
        guard let name else { return false }
        return ["d", "p", "q", "dP", "dQ", "qInv"].contains(name)
    }

    private static func meaning(of number: Int, _ parameter: String?) -> String? {
        switch parameter {
        case "kty": [1: "OKP", 2: "EC2", 3: "RSA", 4: "Symmetric"][number]
        // The label in CTAP's key agreement (CTAP 2.3 section 6.5.6), which is not a signature algorithm.
        case "alg": number == -25 ? "ECDH-ES + HKDF-256" : COSEAlgorithm(rawValue: number).name
        // IANA COSE Elliptic Curves.
        case "crv": [1: "P-256", 2: "P-384", 3: "P-521", 6: "Ed25519", 7: "Ed448", 8: "secp256k1"][number]
        default: nil
        }
    }
}

extension PublicKeyParameters {
    /// Type and curve or size, such as `EC2 P-256`.
    var kind: String {
        switch self {
        case .ec(let curve, _, _): "EC2 \(curve.name)"
        case .ed25519: "OKP Ed25519"
        case .ed448: "OKP Ed448"
        case .rsa(let modulus, _): "RSA \(modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)) bits"
        }
    }
}
