/// Several byte strings in one input. Each except the last follows two bytes with its length.
enum Parts {
    static func split(_ input: [UInt8], into count: Int) -> [[UInt8]]? {
        var rest = input[...]
        var parts: [[UInt8]] = []
        while parts.count < count - 1 {
            guard rest.count >= 2, let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
            let length = Int(high) << 8 | Int(low)
            guard length <= rest.count else { return nil }
            parts.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return parts + [Array(rest)]
    }

    static func join(_ parts: [[UInt8]]) -> [UInt8]? {
        var joined: [UInt8] = []
        for part in parts.dropLast() {
            guard part.count <= 0xFFFF else { return nil }
            joined += [UInt8(part.count >> 8), UInt8(part.count & 0xFF)] + part
        }
        return joined + (parts.last ?? [])
    }
}
