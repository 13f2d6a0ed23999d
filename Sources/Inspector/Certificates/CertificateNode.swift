import ToqueCrypto
import ToqueEncoding

extension InspectionNode {
    /// A certificate (RFC 5280 section 4.1).
    public init(
        certificate bytes: [UInt8], context: InspectionContext = InspectionContext(), label: String = "certificate"
    ) {
        self.init(label, range: bytes.indices)
        do {
            let certificate = try Certificate(der: bytes)
            value = "\(Self.count(bytes.count)), \(Self.name(certificate.subject))"
            children = try Self.fields(of: certificate, context: context)
        } catch {
            value = Self.describe(bytes)
            problem = "not a certificate: \(error)"
        }
    }

    private static func fields(
        of certificate: Certificate, context: InspectionContext
    ) throws(DERError) -> [InspectionNode] {
        var outer = DERReader(certificate.der)
        var parts = try outer.sequence()
        var fields = try parts.sequence()
        var nodes: [InspectionNode] = []
        var next = try fields.element()
        if next.tagClass == .contextSpecific {
            nodes.append(InspectionNode("version", "\(certificate.version)", range: next.encoded.indices))
            next = try fields.element()
        }
        nodes.append(InspectionNode("serialNumber", Hex.encode(next.content), range: next.encoded.indices))
        nodes.append(try algorithm("signature", try fields.element()))
        nodes.append(InspectionNode("issuer", name(certificate.issuer), range: try fields.element().encoded.indices))
        nodes.append(validity(of: certificate, range: try fields.element().encoded.indices, context: context))
        nodes.append(InspectionNode("subject", name(certificate.subject), range: try fields.element().encoded.indices))
        let key = try fields.element()
        nodes.append(InspectionNode(subjectPublicKeyInfo: Array(key.encoded)).moved(by: key.encoded.startIndex))
        while let element = try fields.next() {
            // issuerUniqueID [1] and subjectUniqueID [2] are obsolete.
            nodes.append(
                element.tagClass == .contextSpecific && element.tagNumber == 3
                    ? try extensions(element) : InspectionNode(element))
        }
        nodes.append(try algorithm("signatureAlgorithm", try parts.element()))
        nodes.append(InspectionNode(try parts.element(), label: "signatureValue"))
        return nodes
    }

    /// A TPM's certificate has its names in the subjectAltName.
    private static func name(_ name: DistinguishedName) -> String { name.isEmpty ? "empty name" : "\(name)" }

    private static func validity(
        of certificate: Certificate, range: Range<Int>, context: InspectionContext
    ) -> InspectionNode {
        let (from, to) = (text(of: certificate.notBefore), text(of: certificate.notAfter))
        var node = InspectionNode("validity", "\(from) to \(to)", range: range)
        if let time = context.time?.microseconds.flooredDivision(by: 1_000_000).quotient {
            if time < certificate.notBefore { node.problem = "not valid yet" }
            if time > certificate.notAfter { node.problem = "expired" }
        }
        return node
    }

    /// `2024-01-01T00:00:00Z`.
    private static func text(of seconds: Int64) -> String {
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return "\(seconds) s" }
        return String(Timestamp(microseconds: microseconds).description.prefix(19)) + "Z"
    }

    /// AlgorithmIdentifier (RFC 5280 section 4.1.1.2).
    private static func algorithm(_ label: String, _ element: DERElement) throws(DERError) -> InspectionNode {
        var members = try element.sequence()
        return InspectionNode(
            label, ObjectIdentifiers.describe(try members.objectIdentifier()), range: element.encoded.indices)
    }

    /// A public key (RFC 5280 section 4.1.2.7), the form of `getPublicKey()`.
    public init(subjectPublicKeyInfo bytes: [UInt8], label: String = "subjectPublicKeyInfo") {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        do throws(DERError) {
            var outer = DERReader(bytes)
            var parts = try outer.sequence()
            let identifier = try parts.element()
            var members = try identifier.sequence()
            let algorithm = try members.objectIdentifier()
            // The parameters of id-ecPublicKey are the curve, those of others are NULL or absent.
            let curve = try members.next().flatMap { try? $0.objectIdentifier() }
            let kind = [algorithm, curve].compactMap(\.self).map { ObjectIdentifiers.name(of: $0) ?? $0 }
            value = "\(Self.count(bytes.count)), \(kind.joined(separator: " "))"
            children = [
                InspectionNode("algorithm", kind.joined(separator: " "), range: identifier.encoded.indices),
                InspectionNode(try parts.element(), label: "subjectPublicKey"),
            ]
            try parts.expectEnd()
            try outer.expectEnd()
        } catch {
            problem = "\(error)"
        }
    }

    /// True if bytes have the form of SubjectPublicKeyInfo.
    static func isSubjectPublicKeyInfo(_ bytes: [UInt8]) -> Bool {
        bytes.first == 0x30 && InspectionNode(subjectPublicKeyInfo: bytes).problem == nil
    }
}
