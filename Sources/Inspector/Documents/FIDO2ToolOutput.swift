import ToqueEncoding
import ToqueWebAuthn

/// Output of libfido2's tools: one value per line, bytes as base64 (fido2-cred(1) and fido2-assert(1), OUTPUT FORMAT).
struct FIDO2ToolOutput {
    let type: InspectedType
    private let lines: [String]

    /// Nil if the lines are something else.
    init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map(\.trimmingWhitespace)
        guard lines.count >= 4, Self.bytes(lines[0])?.count == 32, !lines[1].contains(where: \.isWhitespace) else {
            return nil
        }
        if lines.count >= 6, Self.formats.contains(lines[2]) {
            type = .fido2Cred
        } else if let data = Self.bytes(lines[2]), data.count >= 37 {
            type = .fido2Assert
        } else {
            return nil
        }
        self.lines = lines
    }

    /// The forced reading: as many lines as there are.
    init(_ text: String, as type: InspectedType) {
        self.type = type
        lines = text.split(whereSeparator: \.isNewline).map(\.trimmingWhitespace)
    }

    /// The formats in which libfido2 makes credentials, and `none`, which it reads.
    private static let formats: Set<String> = ["packed", "fido-u2f", "tpm", "none"]

    private static func bytes(_ line: String) -> [UInt8]? { Base64URL.decodeTolerant(line)?.bytes }

    func node(context: InspectionContext) -> InspectionNode {
        guard type == .fido2Assert else {
            return InspectionNode("fido2-cred", children: values(lines, Self.credentialLabels, context))
        }
        // fido2-assert -r prints an assertion per credential, all with the same client data hash.
        var assertions: [[String]] = []
        for line in lines {
            if line == lines.first || assertions.isEmpty { assertions.append([]) }
            assertions[assertions.count - 1].append(line)
        }
        let nodes = assertions.map { values($0, Self.assertionLabels, context) }
        guard nodes.count > 1 else { return InspectionNode("fido2-assert", children: nodes.flatMap(\.self)) }
        return InspectionNode(
            "fido2-assert", "\(nodes.count) assertions",
            children: nodes.enumerated().map { InspectionNode("[\($0)]", children: $1) })
    }

    private static let credentialLabels = [
        "client data hash", "relying party id", "credential format", "authenticator data", "credential id",
        "attestation signature",
    ]
    private static let assertionLabels = [
        "client data hash", "relying party id", "authenticator data", "assertion signature",
    ]

    private func values(_ lines: [String], _ labels: [String], _ context: InspectionContext) -> [InspectionNode] {
        var context = context
        if lines.count > 1 { context.rpID = lines[1] }
        var nodes = zip(lines, labels).map { line, label in
            switch label {
            case "relying party id", "credential format": return InspectionNode(label, line)
            case "authenticator data": return authenticatorData(line, context)
            default: return value(line, label)
            }
        }
        for line in lines.dropFirst(labels.count) { nodes.append(optional(line, context)) }
        if lines.count < labels.count, nodes.count < labels.count {
            let missing = labels[nodes.count]
            nodes.append(InspectionNode(missing, problem: "missing"))
        }
        return nodes
    }

    private func value(_ line: String, _ label: String) -> InspectionNode {
        guard let bytes = Self.bytes(line) else { return InspectionNode(label, line, problem: "not base64") }
        return InspectionNode(label, InspectionNode.describe(bytes), range: bytes.indices, bytes: bytes)
    }

    /// libfido2 writes it as a CBOR byte string.
    private func authenticatorData(_ line: String, _ context: InspectionContext) -> InspectionNode {
        guard let bytes = Self.bytes(line) else {
            return InspectionNode("authenticator data", line, problem: "not base64")
        }
        let located = LocatedCBOR(bytes)
        guard let data = located.bytesValue else {
            var node = InspectionNode("authenticator data", located)
            node.add(problem: "expected a byte string of CBOR")
            return node.decoded(from: nil, bytes)
        }
        var node = InspectionNode.authenticatorData(data, in: located, context: context)
        node.label = "authenticator data"
        node.range = bytes.indices
        node.addTrailing(bytes, after: located.range.upperBound)
        return node.decoded(from: nil, bytes)
    }

    /// What may follow: a certificate, a largeBlobKey of 32 bytes, an HMAC secret (64 bytes for two), a user ID.
    private func optional(_ line: String, _ context: InspectionContext) -> InspectionNode {
        guard let bytes = Self.bytes(line) else { return InspectionNode("line", line, problem: "not base64") }
        if type == .fido2Cred, bytes.first == 0x30, bytes.count > 32 {
            return InspectionNode(certificate: bytes, context: context, label: "attestation certificate")
                .decoded(from: nil, bytes)
        }
        if type == .fido2Cred { return value(line, "largeBlobKey") }
        return value(line, "user id, HMAC secret or largeBlobKey")
    }
}
