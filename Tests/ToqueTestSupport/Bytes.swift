import ToqueCrypto
import ToqueEncoding

/// Bytes as hexadecimal digits; white space is ignored.
public func hex(_ text: String) -> [UInt8] {
    guard let bytes = Hex.decode(String(text.filter { !$0.isWhitespace })) else {
        preconditionFailure("not hexadecimal: \(text)")
    }
    return bytes
}

extension SplitMix {
    /// Up to `limit` random bytes.
    public mutating func bytes(upTo limit: Int) -> [UInt8] {
        let count = Int.random(in: 0...limit, using: &self)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
