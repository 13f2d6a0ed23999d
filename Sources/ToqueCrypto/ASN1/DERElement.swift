import CLibCrypto

/// One DER element (X.690): a tag, a length in its shortest form, and the content.
public struct DERElement: Sendable, Hashable {
    /// X.690 section 8.1.2.2.
    public enum TagClass: Int32, Sendable, Hashable {
        case universal = 0x00
        case application = 0x40
        case contextSpecific = 0x80
        case `private` = 0xC0
    }

    public let tagClass: TagClass
    public let tagNumber: Int
    public let isConstructed: Bool
    /// The whole element.
    public let encoded: ArraySlice<UInt8>
    /// The content, without tag and length. That of a constructed element consists of elements, which `DERReader`
    /// reads.
    public let content: ArraySlice<UInt8>

    /// An INTEGER of at most eight bytes.
    public func integer() throws(DERError) -> Int { try number(V_ASN1_INTEGER, "INTEGER") }

    /// An ENUMERATED of at most eight bytes.
    public func enumerated() throws(DERError) -> Int { try number(V_ASN1_ENUMERATED, "ENUMERATED") }

    /// The content of an INTEGER of any length: big-endian two's complement, with any sign byte.
    public func integerBytes() throws(DERError) -> ArraySlice<UInt8> {
        try minimal(V_ASN1_INTEGER, "INTEGER")
    }

    /// A BOOLEAN, which DER writes as 00 or FF (X.690 section 11.1).
    public func boolean() throws(DERError) -> Bool {
        let content = try primitive(V_ASN1_BOOLEAN, "BOOLEAN")
        switch (content.count, content.first) {
        case (1, 0x00): return false
        case (1, 0xFF): return true
        default: throw failure("a BOOLEAN that is neither 00 nor FF")
        }
    }

    /// A NULL, which is empty.
    public func null() throws(DERError) {
        guard try primitive(V_ASN1_NULL, "NULL").isEmpty else { throw failure("a NULL with a content") }
    }

    /// The bytes of an OCTET STRING.
    public func octetString() throws(DERError) -> ArraySlice<UInt8> {
        try primitive(V_ASN1_OCTET_STRING, "OCTET STRING")
    }

    /// An OBJECT IDENTIFIER as dotted numbers.
    public func objectIdentifier() throws(DERError) -> String {
        _ = try primitive(V_ASN1_OBJECT, "OBJECT IDENTIFIER")
        let dotted: String? = encoded.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            guard let object = d2i_ASN1_OBJECT(nil, &start, bytes.count) else { return nil }
            defer { ASN1_OBJECT_free(object) }
            return ASN1Object.dotted(object)
        }
        guard let dotted else {
            ERR_clear_error()
            throw failure("an OBJECT IDENTIFIER that cannot be read")
        }
        return dotted
    }

    /// The members of a SEQUENCE or SEQUENCE OF.
    public func sequence() throws(DERError) -> DERReader { try constructed(V_ASN1_SEQUENCE, "SEQUENCE") }

    /// The members of a SET or SET OF, in their order.
    public func set() throws(DERError) -> DERReader { try constructed(V_ASN1_SET, "SET") }

    /// The one element inside `[number] EXPLICIT`.
    public func explicit(_ number: Int) throws(DERError) -> DERElement {
        guard tagClass == .contextSpecific, tagNumber == number, isConstructed else {
            throw failure("found \(tag), expected [\(number)] EXPLICIT")
        }
        var reader = DERReader(content)
        let element = try reader.element()
        try reader.expectEnd()
        return element
    }

    private func number(_ type: Int32, _ name: String) throws(DERError) -> Int {
        let content = try minimal(type, name)
        guard content.count <= Int.bitWidth / 8, let first = content.first else {
            throw failure("\(article(name)) of \(content.count) bytes, expected at most \(Int.bitWidth / 8)")
        }
        return content.reduce(Int(first) & 0x80 == 0 ? 0 : -1) { $0 << 8 | Int($1) }
    }

    /// The content of a number: not empty, and its first nine bits not all equal (X.690 section 8.3.2).
    private func minimal(_ type: Int32, _ name: String) throws(DERError) -> ArraySlice<UInt8> {
        let content = try primitive(type, name)
        guard let first = content.first else { throw failure("\(article(name)) without content") }
        if let second = content.dropFirst().first,
            (first == 0x00 && second < 0x80) || (first == 0xFF && second >= 0x80)
        {
            throw failure("\(article(name)) that is longer than it need be")
        }
        return content
    }

    private func primitive(_ type: Int32, _ name: String) throws(DERError) -> ArraySlice<UInt8> {
        guard tagClass == .universal, tagNumber == Int(type), !isConstructed else {
            throw failure("found \(tag), expected \(article(name))")
        }
        return content
    }

    private func constructed(_ type: Int32, _ name: String) throws(DERError) -> DERReader {
        guard tagClass == .universal, tagNumber == Int(type), isConstructed else {
            throw failure("found \(tag), expected \(article(name))")
        }
        return DERReader(content)
    }

    private func article(_ name: String) -> String { "AEIO".contains(name.prefix(1)) ? "an \(name)" : "a \(name)" }

    private var tag: String {
        switch tagClass {
        case .universal: "tag \(tagNumber)\(isConstructed ? " (constructed)" : "")"
        case .application: "[APPLICATION \(tagNumber)]"
        case .contextSpecific: "[\(tagNumber)]"
        case .private: "[PRIVATE \(tagNumber)]"
        }
    }

    private func failure(_ reason: String) -> DERError { DERError(offset: encoded.startIndex, reason: reason) }
}
