import CLibCrypto

/// An object identifier in OpenSSL's form.
struct ASN1Object: ~Copyable {
    let pointer: OpaquePointer

    /// - Parameter dotted: such as `2.5.29.19`.
    /// - Throws: `unsupported` if the text is not an object identifier.
    init(_ dotted: String) throws(CryptoError) {
        // 1: only dotted numbers, no names.
        guard let pointer = OBJ_txt2obj(dotted, 1) else {
            ERR_clear_error()
            throw .unsupported("\"\(dotted)\" as an object identifier")
        }
        self.pointer = pointer
    }

    deinit { ASN1_OBJECT_free(pointer) }

    /// The dotted numbers of an OpenSSL identifier; nil if they are longer than any identifier in use.
    static func dotted(_ object: OpaquePointer?) -> String? {
        var text = [CChar](repeating: 0, count: 256)
        // 1: numbers, not names.
        let length = Int(OBJ_obj2txt(&text, Int32(text.count), object, 1))
        guard length > 0, length < text.count else {
            ERR_clear_error()
            return nil
        }
        return String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// OpenSSL's name of the identifier; the dotted numbers if it has none.
    static func name(_ object: OpaquePointer?) -> String {
        let number = OBJ_obj2nid(object)
        guard number != NID_undef, let name = OBJ_nid2ln(number) else { return dotted(object) ?? "unknown" }
        return String(cString: name)
    }

    /// The identifier in DER.
    var encoded: [UInt8] {
        get throws(CryptoError) { try derBytes("an object identifier") { i2d_ASN1_OBJECT(pointer, &$0) } }
    }
}

/// Calls one of OpenSSL's `d2i` functions, which must consume all bytes. The caller frees the result.
func readDER(
    _ bytes: UnsafeBufferPointer<UInt8>, free: (OpaquePointer) -> Void,
    _ read: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
) -> OpaquePointer? {
    var start = bytes.baseAddress
    guard let item = read(&start, bytes.count) else { return nil }
    guard start == bytes.baseAddress.map({ $0 + bytes.count }) else {
        free(item)
        return nil
    }
    return item
}

/// The output of one of OpenSSL's `i2d` functions.
func derBytes(
    _ what: String, _ write: (inout UnsafeMutablePointer<UInt8>?) -> Int32
) throws(CryptoError) -> [UInt8] {
    var encoded: UnsafeMutablePointer<UInt8>?
    let length = write(&encoded)
    guard length > 0, let encoded else { throw .library("encoding \(what)") }
    defer { CRYPTO_free(encoded, #file, #line) }
    return Array(UnsafeBufferPointer(start: encoded, count: Int(length)))
}
