import ToqueEncoding

/// Bytes written in a test as hexadecimal digits; white space is passed over.
public func hex(_ text: String) -> [UInt8] {
    guard let bytes = Hex.decode(String(text.filter { !$0.isWhitespace })) else {
        preconditionFailure("not hexadecimal: \(text)")
    }
    return bytes
}

/// The same numbers in every run (SplitMix64), for tests over random input.
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Up to `limit` random bytes.
    public mutating func bytes(upTo limit: Int) -> [UInt8] {
        let count = Int.random(in: 0...limit, using: &self)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
