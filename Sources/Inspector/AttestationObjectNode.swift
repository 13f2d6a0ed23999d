import Attestation
import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

extension InspectionNode {
    /// An attestation object (section 6.5.4) with its authenticator data decoded.
    /// - Parameter rpID: the RP ID that the hash is compared with.
    public init(attestationObject bytes: [UInt8], rpID: String? = nil, label: String = "attestationObject") {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        let object: AttestationObject?
        do throws(AttestationObjectError) {
            object = try AttestationObject(decoding: bytes)
        } catch {
            object = nil
            problem = "\(error)"
        }
        guard let located = try? LocatedCBOR(bytes) else { return }
        children = located.entries.map { key, value in
            let label = key.item.textValue ?? Self.describe(key.item)
            switch (label, value.item) {
            case ("attStmt", .map), ("attStmt", .array): return Self.statement(value, of: object)
            case ("authData", .bytes(let data)):
                return InspectionNode(authenticatorData: data, rpID: rpID, label: label)
                    .moved(by: value.contentRange.lowerBound)
            default: return InspectionNode(label, value)
            }
        }
    }

    private static func statement(_ located: LocatedCBOR, of object: AttestationObject?) -> InspectionNode {
        var node = InspectionNode("attStmt", located)
        if let alg = node.children.firstIndex(where: { $0.label == "alg" }),
            let number = located.item.mapValue?["alg"]?.intValue
        {
            node.children[alg].value = "\(COSEAlgorithm(rawValue: number))"
        }
        if let object {
            do throws(AttestationStatementError) {
                if case .packed(let statement) = try AttestationStatement(object) {
                    node.value = statement.x5c == nil ? "self attestation" : "attestation with certificates"
                }
            } catch {
                node.problem = "\(error)"
            }
        }
        return node
    }
}
