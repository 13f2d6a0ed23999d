import Attestation
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension InspectionNode {
    /// `[3] EXPLICIT Extensions` (RFC 5280 section 4.2).
    static func extensions(_ element: DERElement) throws(DERError) -> InspectionNode {
        var node = InspectionNode("extensions", range: element.encoded.indices)
        var list = try element.explicit(3).sequence()
        var seen: Set<String> = []
        while let item = try list.next() {
            var parts = try item.sequence()
            let identifier = try parts.objectIdentifier()
            var value = try parts.element()
            let isCritical = (try? value.boolean()) == true
            if (try? value.boolean()) != nil { value = try parts.element() }
            var member = InspectionNode(
                ObjectIdentifiers.describe(identifier), isCritical ? "critical" : nil, range: item.encoded.indices)
            if !seen.insert(identifier).inserted { member.add(problem: "is there twice") }
            member.addContent(of: identifier, try value.octetString())
            node.children.append(member)
        }
        return node
    }

    /// The content of extnValue.
    private mutating func addContent(of identifier: String, _ content: ArraySlice<UInt8>) {
        do throws(DERError) {
            var reader = DERReader(content)
            let element = try reader.element()
            try reader.expectEnd()
            guard let words = try Self.words(of: identifier, element) else {
                children.append(try Self.structure(of: identifier, element))
                return
            }
            value = [words, value].compactMap(\.self).joined(separator: ", ")
        } catch {
            children.append(InspectionNode("content", Self.describe(content), range: content.indices))
            add(problem: "\(error)")
        }
    }

    /// An extension that fits on its line; nil for any other.
    private static func words(of identifier: String, _ element: DERElement) throws(DERError) -> String? {
        switch identifier {
        case "2.5.29.14": return Hex.encode(try element.octetString())
        case "2.5.29.15": return list(element.namedBits, keyUsages)
        case "2.5.29.19":
            var members = try element.sequence()
            guard let first = try members.next(), try first.boolean() else { return "no authority" }
            let length = try members.next().map { (element) throws(DERError) in try element.integer() }
            return "an authority" + (length.map { ", pathLenConstraint \($0)" } ?? "")
        case "2.5.29.37":
            var purposes = try element.sequence()
            var names: [String] = []
            while let purpose = try purposes.next() {
                names.append(ObjectIdentifiers.describe(try purpose.objectIdentifier()))
            }
            return names.joined(separator: ", ")
        case "1.3.6.1.4.1.45724.1.1.4":
            let bytes = try element.octetString()
            return AAGUID(bytes)?.description ?? describe(bytes)
        case "1.3.6.1.4.1.45724.2.1.1": return list(element.namedBits, transports)
        case "1.2.840.113635.100.8.2":
            var members = try element.sequence()
            return "nonce \(Hex.encode(try members.explicit(1).octetString()))"
        default: return nil
        }
    }

    /// An extension with parts.
    private static func structure(of identifier: String, _ element: DERElement) throws(DERError) -> InspectionNode {
        switch identifier {
        case "2.5.29.17", "2.5.29.18":
            var names = try element.sequence()
            var node = InspectionNode("GeneralNames", range: element.encoded.indices)
            while let name = try names.next() { node.children.append(try generalName(name)) }
            return node
        case "1.3.6.1.4.1.11129.2.1.17": return try keyDescription(element)
        default: return InspectionNode(element)
        }
    }

    /// RFC 5280 section 4.2.1.6. The directory name of a TPM's certificate has its vendor, model and version.
    private static func generalName(_ element: DERElement) throws(DERError) -> InspectionNode {
        let labels = [
            "otherName", "rfc822Name", "dNSName", "x400Address", "directoryName", "ediPartyName",
            "uniformResourceIdentifier", "iPAddress", "registeredID",
        ]
        guard element.tagClass == .contextSpecific, labels.indices.contains(element.tagNumber) else {
            return InspectionNode(element)
        }
        var node = InspectionNode(element, label: labels[element.tagNumber])
        guard element.tagNumber == 4 else { return node }
        node.children = []
        var relativeNames = try element.explicit(4).sequence()
        while let relativeName = try relativeNames.next() {
            var attributes = try relativeName.set()
            while let attribute = try attributes.next() {
                var parts = try attribute.sequence()
                let identifier = try parts.objectIdentifier()
                var value = InspectionNode(try parts.element(), label: ObjectIdentifiers.describe(identifier))
                value.range = attribute.encoded.indices
                if identifier == "2.23.133.2.1", let text = value.value { value.value = vendor(text) }
                node.children.append(value)
            }
        }
        return node
    }

    /// `id:494E5443 = Intel`.
    private static func vendor(_ text: String) -> String {
        TPMVendor(attribute: text)?.name.map { "\(text) = \($0)" } ?? "\(text), which is not registered"
    }

    private static func list(_ bits: [Int]?, _ names: [String]) -> String? {
        bits?.map { names.indices.contains($0) ? names[$0] : "bit \($0)" }.joined(separator: " ")
    }

    /// RFC 5280 section 4.2.1.3, by bit.
    private static let keyUsages = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    /// FIDO U2F Authenticator Transports Extension section 3, by bit.
    private static let transports = [
        "bluetoothRadio", "bluetoothLowEnergyRadio", "uSB", "nFC", "uSBInternal",
    ]
}
