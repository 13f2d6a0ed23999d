import ToqueCrypto
import ToqueEncoding

extension InspectionNode {
    /// Any DER (X.690): each element by its type.
    public init(der bytes: [UInt8], label: String = "DER") {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        children = Self.elements(bytes[...], depth: 0, &problem)
    }

    /// Consecutive elements. Unreadable bytes are a problem.
    static func elements(_ bytes: ArraySlice<UInt8>, depth: Int, _ problem: inout String?) -> [InspectionNode] {
        var reader = DERReader(bytes)
        var nodes: [InspectionNode] = []
        do throws(DERError) {
            while let element = try reader.next() { nodes.append(InspectionNode(element, depth: depth)) }
        } catch {
            problem = problem ?? "\(error)"
            let end = nodes.last?.range?.upperBound ?? bytes.startIndex
            nodes.append(InspectionNode("unreadable", describe(bytes[end...]), range: end..<bytes.endIndex))
        }
        return nodes
    }

    /// An element of any type.
    /// - Parameter depth: the number of enclosing elements.
    init(_ element: DERElement, label: String? = nil, depth: Int = 0) {
        self.init(label ?? element.typeName, range: element.encoded.indices)
        if element.isConstructed {
            // Deeper than any certificate: this limits the stack.
            guard depth < 32 else {
                value = Self.describe(element.content)
                problem = "nested deeper than 32"
                return
            }
            children = Self.elements(element.content, depth: depth + 1, &problem)
        } else {
            value = element.text
        }
    }
}

extension DERElement {
    /// The universal tags (X.680 section 8.6) in certificates.
    private enum Tag {
        static let bmpString = 30
        static let names: [Int: String] = [
            1: "BOOLEAN", 2: "INTEGER", 3: "BIT STRING", 4: "OCTET STRING", 5: "NULL", 6: "OBJECT IDENTIFIER",
            10: "ENUMERATED", 12: "UTF8String", 16: "SEQUENCE", 17: "SET", 19: "PrintableString", 20: "TeletexString",
            22: "IA5String", 23: "UTCTime", 24: "GeneralizedTime", 26: "VisibleString", 28: "UniversalString",
            30: "BMPString",
        ]
        /// The types whose content is text in UTF-8 or ASCII.
        static let texts: Set<Int> = [12, 19, 20, 22, 23, 24, 26]
    }

    /// `SEQUENCE`, `[3]`.
    var typeName: String {
        switch tagClass {
        case .universal: Tag.names[tagNumber] ?? "[UNIVERSAL \(tagNumber)]"
        case .application: "[APPLICATION \(tagNumber)]"
        case .contextSpecific: "[\(tagNumber)]"
        case .private: "[PRIVATE \(tagNumber)]"
        }
    }

    /// The content of a primitive element, for people.
    var text: String {
        if tagClass == .universal {
            if let dotted = try? objectIdentifier() { return ObjectIdentifiers.describe(dotted) }
            if let number = try? integer() { return "\(number)" }
            if let number = try? enumerated() { return "\(number)" }
            if let value = try? boolean() { return value ? "TRUE" : "FALSE" }
            if tagNumber == 5, content.isEmpty { return "" }
            // The first byte counts unused bits (X.690 section 8.6.2): keys and signatures are whole bytes.
            if tagNumber == 3, content.first == 0 { return InspectionNode.describe(content.dropFirst()) }
            if tagNumber == Tag.bmpString, content.count % 2 == 0 { return bigEndianText }
            if Tag.texts.contains(tagNumber), let text = String(validating: content, as: UTF8.self) { return text }
        }
        // GeneralName has its texts under its own tags: readable ones are shown as text.
        if tagClass == .contextSpecific, !content.isEmpty, content.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return String(decoding: content, as: UTF8.self)
        }
        return InspectionNode.describe(content)
    }

    /// A BMPString: two bytes per character.
    private var bigEndianText: String {
        let bytes = Array(content)
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    /// The positions of the set bits of a BIT STRING of named bits, from 0; nil for anything else.
    var namedBits: [Int]? {
        guard tagClass == .universal, tagNumber == 3, !isConstructed, content.count >= 1 else { return nil }
        return content.dropFirst().enumerated().flatMap { index, byte in
            (0..<8).filter { byte >> (7 - $0) & 1 == 1 }.map { index * 8 + $0 }
        }
    }
}
