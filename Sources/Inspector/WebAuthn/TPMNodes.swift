import Attestation
import ToqueCrypto
import ToqueEncoding

extension InspectionNode {
    /// `certInfo` of a TPM's statement: TPMS_ATTEST (TPM 2.0 Library Part 2 section 10.12.8).
    public init(tpmCertInfo bytes: [UInt8]) {
        self.init("certInfo", Self.count(bytes.count), range: bytes.indices)
        do throws(TPMError) {
            let attest = try TPMAttest(decoding: bytes)
            var fields = TPMFields()
            fields.add("magic", 4, "TPM_GENERATED_VALUE")
            fields.add("type", 2, "TPM_ST_ATTEST_CERTIFY")
            fields.add("qualifiedSigner", sized: attest.qualifiedSigner)
            fields.add("extraData", sized: attest.extraData)
            fields.add("clockInfo.clock", 8, "\(attest.clockInfo.clock) ms")
            fields.add("clockInfo.resetCount", 4, "\(attest.clockInfo.resetCount)")
            fields.add("clockInfo.restartCount", 4, "\(attest.clockInfo.restartCount)")
            fields.add(
                "clockInfo.safe", 1, "\(attest.clockInfo.safe)",
                problem: attest.clockInfo.safe > 1 ? "neither NO (0) nor YES (1)" : nil)
            fields.add("firmwareVersion", 8, "0x\(String(attest.firmwareVersion, radix: 16))")
            fields.add("attested.name", sized: attest.name)
            fields.add("attested.qualifiedName", sized: attest.qualifiedName)
            children = fields.nodes
        } catch {
            value = Self.describe(bytes)
            problem = "\(error)"
        }
    }

    /// `pubArea` of a TPM's statement: TPMT_PUBLIC (TPM 2.0 Library Part 2 section 12.2.4).
    public init(tpmPubArea bytes: [UInt8]) {
        self.init("pubArea", Self.count(bytes.count), range: bytes.indices)
        do throws(TPMError) {
            let area = try TPMPublicArea(decoding: bytes)
            var fields = TPMFields()
            switch area.key {
            case .rsa: fields.add("type", 2, "\(TPMAlgorithm.rsa)")
            case .ecc: fields.add("type", 2, "\(TPMAlgorithm.ecc)")
            }
            fields.add("nameAlg", 2, "\(area.nameAlgorithm)")
            fields.add(
                "objectAttributes", 4,
                "0x\(String(area.objectAttributes, radix: 16)) = \(Self.objectAttributes(area.objectAttributes))")
            fields.add("authPolicy", sized: area.authPolicy)
            fields.add("parameters.symmetric", 2, "\(TPMAlgorithm.null)")
            switch area.key {
            case .rsa(let scheme, let keyBits, let exponent, let modulus):
                fields.add("parameters.scheme", scheme)
                fields.add("parameters.keyBits", 2, "\(keyBits)")
                fields.add("parameters.exponent", 4, exponent == 0 ? "0 = 65537" : "\(exponent)")
                fields.add("unique", sized: modulus)
            case .ecc(let scheme, let curve, let kdf, let x, let y):
                fields.add("parameters.scheme", scheme)
                fields.add("parameters.curveID", 2, curve.curve?.name ?? "curve \(curve.rawValue)")
                fields.add("parameters.kdf", kdf)
                fields.add("unique.x", sized: x)
                fields.add("unique.y", sized: y)
            }
            children = fields.nodes
            value = "\(Self.count(bytes.count))\(area.publicKey.map { ", \($0.kind)" } ?? "")"
            if let name = area.name { children.append(InspectionNode("Name", Hex.encode(name))) }
        } catch {
            value = Self.describe(bytes)
            problem = "\(error)"
        }
    }

    /// TPMA_OBJECT (Part 2 section 8.3): one attribute per bit.
    private static func objectAttributes(_ bits: UInt32) -> String {
        let names: [(bit: UInt32, name: String)] = [
            (1, "fixedTPM"), (2, "stClear"), (4, "fixedParent"), (5, "sensitiveDataOrigin"), (6, "userWithAuth"),
            (7, "adminWithPolicy"), (10, "noDA"), (11, "encryptedDuplication"), (16, "restricted"), (17, "decrypt"),
            (18, "sign"), (19, "x509sign"),
        ]
        let set = names.filter { bits >> $0.bit & 1 == 1 }.map(\.name)
        return set.isEmpty ? "none" : set.joined(separator: " ")
    }
}

/// The fields of a TPM structure, in order.
private struct TPMFields {
    private(set) var nodes: [InspectionNode] = []
    private var position = 0

    mutating func add(_ label: String, _ size: Int, _ value: String, problem: String? = nil) {
        nodes.append(InspectionNode(label, value, range: position..<position + size, problem: problem))
        position += size
    }

    /// A TPM2B, with the two bytes of its size.
    mutating func add(_ label: String, sized content: [UInt8]) {
        add(label, 2 + content.count, InspectionNode.describe(content))
    }

    /// An algorithm and its hash function; only `TPM_ALG_NULL` has none.
    mutating func add(_ label: String, _ scheme: TPMScheme) {
        let isNone = scheme.algorithm == .null
        add(label, isNone ? 2 : 4, isNone ? "\(scheme.algorithm)" : "\(scheme.algorithm) with \(scheme.hash)")
    }
}
