import ToqueCrypto

extension Certificate {
    /// All certificates anywhere in the bytes.
    static func all(in bytes: [UInt8]) -> [Certificate] {
        var found: [Certificate] = []
        var start = bytes.startIndex
        while start < bytes.endIndex {
            var reader = DERReader(bytes[start...])
            if bytes[start] == 0x30, let element = try? reader.next(), element.content.count > 100,
                let certificate = try? Certificate(der: Array(element.encoded))
            {
                found.append(certificate)
                start = element.encoded.endIndex
            } else {
                start += 1
            }
        }
        return found
    }
}
