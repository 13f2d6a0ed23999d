/// Texts as C's arrays of pointers.
enum CStrings {
    /// - Parameter body: gets the texts, with NULL for `null`, and NULL behind the last one.
    static func with<Value>(
        _ values: [PostgreSQLValue], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        var bytes: [UInt8] = []
        var starts: [Int?] = []
        for value in values {
            starts.append(bytes.count)
            switch value {
            case .null: starts[starts.count - 1] = nil
            case .integer(let number): bytes += Array("\(number)\0".utf8)
            case .text(let text):
                StoredText.append(text, to: &bytes)
                bytes.append(0)
            }
        }
        return bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = starts.map { start in start.flatMap { base?.advanced(by: $0) } } + [nil]
            return pointers.withUnsafeBufferPointer { pointers in
                pointers.baseAddress.map(body) ?? withUnsafePointer(to: nil) { body($0) }
            }
        }
    }

    static func with<Value>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value { with(texts.map(PostgreSQLValue.text), body) }
}
