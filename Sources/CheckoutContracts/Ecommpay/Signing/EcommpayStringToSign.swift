import ToqueEncoding

/// The text under a signature of ecommpay: `path:value` of each leaf in the order of the paths, joined by `;`
/// (Signature handler of the Payment Page SDKs).
///
/// - A path is the names from the outside in, joined by `:`; a colon in a name is doubled. The names of a list's elements
///   are `0`, `1` and so on.
/// - Paths are ordered by their code points, so that `10` stands before `2`.
/// - A value is the text itself, without escapes: a number as it is written, `1` and `0` for true and false, nothing
///   for null. Empty lists and objects leave no trace.
/// - `frame_mode` is no part of it at any depth, `signature` in no object that is not inside of a list.
public struct EcommpayStringToSign: Sendable, Hashable, CustomStringConvertible {
    /// In UTF-8, as it is signed.
    public let bytes: [UInt8]

    public init(_ parameters: JSONObject) {
        var leaves: [Leaf] = []
        Self.collect(parameters.members, under: [], inList: false, into: &leaves)
        leaves.sort { $0.path.lexicographicallyPrecedes($1.path) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(leaves.reduce(0) { $0 + $1.path.count + $1.value.count + 2 })
        for (index, leaf) in leaves.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            bytes += leaf.path
            bytes.append(colon)
            bytes += leaf.value
        }
        self.bytes = bytes
    }

    /// A text that somebody else made, such as an app.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    public var description: String { String(decoding: bytes, as: UTF8.self) }

    private struct Leaf {
        let path: [UInt8]
        let value: [UInt8]
    }

    private static func collect(
        _ members: [(name: String, value: JSON)], under parent: [UInt8], inList: Bool, into leaves: inout [Leaf]
    ) {
        for (name, value) in members {
            guard name != "frame_mode", inList || name != "signature" else { continue }
            collect(value, at: path(parent, escaped(name)), inList: inList, into: &leaves)
        }
    }

    private static func collect(_ value: JSON, at path: [UInt8], inList: Bool, into leaves: inout [Leaf]) {
        switch value {
        case .object(let object): collect(object.members, under: path, inList: inList, into: &leaves)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, at: self.path(path, Array(String(index).utf8)), inList: true, into: &leaves)
            }
        case .string(let text): leaves.append(Leaf(path: path, value: Array(text.utf8)))
        case .number(let number): leaves.append(Leaf(path: path, value: Array(number.text.utf8)))
        case .bool(let value): leaves.append(Leaf(path: path, value: [UInt8(ascii: value ? "1" : "0")]))
        case .null: leaves.append(Leaf(path: path, value: []))
        }
    }

    private static func path(_ parent: [UInt8], _ name: [UInt8]) -> [UInt8] {
        parent.isEmpty ? name : parent + [colon] + name
    }

    private static func escaped(_ name: String) -> [UInt8] {
        let bytes = Array(name.utf8)
        return bytes.contains(colon) ? bytes.flatMap { $0 == colon ? [colon, colon] : [$0] } : bytes
    }
}

private let colon = UInt8(ascii: ":")
