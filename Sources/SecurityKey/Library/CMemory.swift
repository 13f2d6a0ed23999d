import ToqueCOSE

/// Copies of libfido2's data.
enum CMemory {
    /// nil if it is absent.
    static func bytes(_ pointer: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8]? {
        pointer.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// nil if it is absent.
    static func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

    /// A list of texts.
    static func texts(_ pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int) -> [String] {
        guard let pointer else { return [] }
        return UnsafeBufferPointer(start: pointer, count: count).compactMap { text($0) }
    }

    /// Texts as a C list, for the duration of the call.
    static func withTexts<Result>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
        texts.flatMap { Array($0.utf8CString) }.withUnsafeBufferPointer { characters in
            var offset = 0
            return body(
                texts.map { text in
                    defer { offset += text.utf8CString.count }
                    return characters.baseAddress.map { $0 + offset }
                })
        }
    }
}
