import CLibCrypto

/// Reads DER (X.690) element by element, strictly: shortest form of lengths and tags, no indefinite lengths. It copies
/// nothing, and a separate reader reads nested elements, so that no input is too deep.
public struct DERReader: Sendable {
    private var rest: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) { self.init(bytes[...]) }
    public init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next element, of any type; nil at the end.
    public mutating func next() throws(DERError) -> DERElement? {
        guard !rest.isEmpty else { return nil }
        let start = rest.startIndex
        var (length, tag, tagClass) = (0, Int32(0), Int32(0))
        let (flags, header) = rest.withUnsafeBufferPointer { bytes in
            var content = bytes.baseAddress
            let flags = ASN1_get_object(&content, &length, &tag, &tagClass, bytes.count)
            return (flags, bytes.baseAddress.flatMap { from in content.map { $0 - from } } ?? 0)
        }
        // 0x80: an invalid element, or one longer than the remaining bytes.
        guard flags & 0x80 == 0, length <= rest.count - header, let size = Int32(exactly: length),
            let tagClass = DERElement.TagClass(rawValue: tagClass)
        else {
            ERR_clear_error()
            throw DERError(offset: start, reason: "cut short, or no element")
        }
        let isConstructed = flags & V_ASN1_CONSTRUCTED != 0
        // ASN1_get_object reads BER. Comparing with the size in DER reveals an indefinite or a padded length, and a
        // padded tag.
        guard flags & 1 == 0, Int(ASN1_object_size(isConstructed ? 1 : 0, size, tag)) == header + length else {
            throw DERError(offset: start, reason: "a tag or a length that is not in its shortest form")
        }
        let encoded = rest.prefix(header + length)
        rest = rest.dropFirst(header + length)
        return DERElement(
            tagClass: tagClass, tagNumber: Int(tag), isConstructed: isConstructed, encoded: encoded,
            content: encoded.dropFirst(header))
    }

    /// The next element, which is required.
    public mutating func element() throws(DERError) -> DERElement {
        guard let element = try next() else {
            throw DERError(offset: rest.startIndex, reason: "found the end, expected an element")
        }
        return element
    }

    /// - Throws: `DERError` if bytes remain.
    public func expectEnd() throws(DERError) {
        guard rest.isEmpty else {
            throw DERError(offset: rest.startIndex, reason: "\(rest.count) bytes too many")
        }
    }

    // MARK: The next element by its type: see DERElement

    public mutating func integer() throws(DERError) -> Int { try element().integer() }
    public mutating func integerBytes() throws(DERError) -> ArraySlice<UInt8> { try element().integerBytes() }
    public mutating func enumerated() throws(DERError) -> Int { try element().enumerated() }
    public mutating func boolean() throws(DERError) -> Bool { try element().boolean() }
    public mutating func octetString() throws(DERError) -> ArraySlice<UInt8> { try element().octetString() }
    public mutating func objectIdentifier() throws(DERError) -> String { try element().objectIdentifier() }
    public mutating func sequence() throws(DERError) -> DERReader { try element().sequence() }
    public mutating func set() throws(DERError) -> DERReader { try element().set() }
    public mutating func explicit(_ number: Int) throws(DERError) -> DERElement { try element().explicit(number) }
}
