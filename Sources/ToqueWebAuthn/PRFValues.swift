/// Inputs or results of the `prf` extension (section 10.1.4). Inputs are of any length, results have 32 bytes each.
public struct PRFValues: Sendable, Hashable {
    public var first: [UInt8]
    public var second: [UInt8]?

    public init(first: [UInt8], second: [UInt8]? = nil) {
        self.first = first
        self.second = second
    }
}
