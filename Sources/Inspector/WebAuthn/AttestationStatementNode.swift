import Attestation
import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

extension InspectionNode {
    /// An attestation statement (section 8). Members that the format defines are decoded.
    /// - Parameter object: the attestation object to judge the statement by; nil if it is not whole.
    static func statement(
        _ located: LocatedCBOR, format: String?, of object: AttestationObject?, context: InspectionContext,
        label: String
    ) -> InspectionNode {
        var node = InspectionNode(label, located)
        if case .array = located.content {
            // Section 8.9: compound has a list of statements with their formats.
            node.children = located.items.enumerated().map { index, item in
                var inner = InspectionNode("[\(index)]", item)
                let format = item["fmt"]?.textValue
                if let statement = item["attStmt"],
                    let position = inner.children.firstIndex(where: { $0.label == "attStmt" })
                {
                    inner.children[position] = Self.statement(
                        statement, format: format, of: nil, context: context, label: "attStmt")
                }
                return inner
            }
        } else {
            node.children = located.entries.map { key, value in
                Self.statementMember(Self.keyLabel(key), value, format: format, context: context)
            }
        }
        guard let object else { return node }
        do throws(AttestationStatementError) {
            node.value = try AttestationStatement(object).summary ?? node.value
        } catch {
            node.add(problem: "\(error)")
        }
        return node
    }

    private static func statementMember(
        _ label: String, _ located: LocatedCBOR, format: String?, context: InspectionContext
    ) -> InspectionNode {
        var node = InspectionNode(label, located)
        switch (label, located.content) {
        case ("alg", _):
            if let number = located.intValue { node.value = Self.algorithm(number) }
        case ("x5c", .array(let items)):
            node.children = items.enumerated().map { index, item in
                guard let der = item.bytesValue else { return InspectionNode("[\(index)]", item) }
                return InspectionNode(certificate: der, context: context, label: "[\(index)]")
                    .inside(item)
            }
        case ("certInfo", .scalar(.bytes(let bytes))):
            node = InspectionNode(tpmCertInfo: bytes).inside(located)
        case ("pubArea", .scalar(.bytes(let bytes))):
            node = InspectionNode(tpmPubArea: bytes).inside(located)
        case ("response", .scalar(.bytes(let bytes))) where format == AttestationFormat.androidSafetyNet.rawValue:
            node = InspectionNode(jws: bytes, context: context, label: label).inside(located)
        default: break
        }
        return node
    }
}
