import ToqueCBOR
import ToqueCOSE
import ToqueCrypto

extension InspectionNode {
    /// A credential public key in COSE_Key form, its labels and numbers by their registered names.
    public init(publicKey bytes: [UInt8], label: String = "credentialPublicKey") {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        do {
            let key = try COSEKey(decoding: bytes)
            value = "\(Self.name(of: key.parameters)), \(key.algorithm)"
            _ = try key.verifyingKey()
        } catch {
            problem = "\(error)"
        }
        guard let located = try? LocatedCBOR(bytes) else { return }
        let keyType = located.item.mapValue?[1]?.intValue
        children = located.entries.map { key, value in
            let name = key.item.intValue.flatMap { Self.parameterName($0, keyType: keyType) }
            var node = InspectionNode(name ?? Self.describe(key.item), value)
            if let number = value.item.intValue, let meaning = Self.meaning(of: number, name) {
                node.value = "\(meaning) (\(number))"
            }
            return node
        }
    }

    private static func name(of parameters: PublicKeyParameters) -> String {
        switch parameters {
        case .ec(let curve, _, _): "EC2 \(curve.name)"
        case .ed25519: "OKP Ed25519"
        case .ed448: "OKP Ed448"
        case .rsa(let modulus, _): "RSA \(modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)) bits"
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
        case (-1, 3): "n"
        case (-2, 3): "e"
        default: nil
        }
    }

    private static func meaning(of number: Int, _ parameter: String?) -> String? {
        switch parameter {
        case "kty": [1: "OKP", 2: "EC2", 3: "RSA"][number]
        case "alg": COSEAlgorithm(rawValue: number).name
        // IANA COSE Elliptic Curves.
        case "crv": [1: "P-256", 2: "P-384", 3: "P-521", 6: "Ed25519", 7: "Ed448", 8: "secp256k1"][number]
        default: nil
        }
    }
}
