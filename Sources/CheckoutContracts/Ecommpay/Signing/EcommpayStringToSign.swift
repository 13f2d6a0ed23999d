import Glibc
import ToqueEncoding

/// The text that ecommpay's signatures cover: `path:value` of each leaf in the order of the paths, joined by `;`
/// (Signature handler of the Payment Page SDKs).
///
/// - A path is the names from the outside in, joined by `:`; a colon in a name is doubled. The names of a list's
///   elements are `0`, `1` and so on.
/// - Paths are sorted by code points, so `10` precedes `2`.
/// - A value is the text itself, without escapes: a number as written, `1` and `0` for true and false, nothing for
///   null. Empty lists and objects have no leaves.
/// - `frame_mode` is excluded at any depth, `signature` everywhere except inside lists.
public struct EcommpayStringToSign: Sendable, Hashable, CustomStringConvertible {
    /// In UTF-8.
    public let bytes: [UInt8]

    public init(_ parameters: JSONObject) {
        var leaves = EcommpayLeaves()
        leaves.add(parameters, inList: false)
        bytes = leaves.joined()
    }

    /// A text from another program, such as an app.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// The leaves of a message. One buffer holds all of their texts: a message has so many that one array each would take
/// longer than the signature.
private struct EcommpayLeaves {
    private struct Leaf {
        /// The range of `path:value` in the buffer.
        let range: Range<Int>
        let pathEnd: Int
    }

    private var buffer: [UInt8] = []
    private var leaves: [Leaf] = []
    /// The path of the current value.
    private var path: [UInt8] = []

    mutating func add(_ object: JSONObject, inList: Bool) {
        for (name, value) in object.members where name != "frame_mode" && (inList || name != "signature") {
            enter(name) { leaves in leaves.add(value, inList: inList) }
        }
    }

    private mutating func add(_ value: JSON, inList: Bool) {
        switch value {
        case .object(let object): add(object, inList: inList)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                enter(String(index)) { leaves in leaves.add(element, inList: true) }
            }
        case .string(let text): addLeaf(text)
        case .number(let number): addLeaf(number.text)
        case .bool(let value): addLeaf(value ? "1" : "0")
        case .null: addLeaf("")
        }
    }

    /// Runs a body with a name added to the path.
    private mutating func enter(_ name: String, _ body: (inout EcommpayLeaves) -> Void) {
        let outer = path.count
        if outer > 0 { path.append(colon) }
        if name.utf8.contains(colon) {
            for byte in name.utf8 { path += byte == colon ? [colon, colon] : [byte] }
        } else {
            path += name.utf8
        }
        body(&self)
        path.removeLast(path.count - outer)
    }

    private mutating func addLeaf(_ value: String) {
        let start = buffer.count
        buffer += path
        let pathEnd = buffer.count
        buffer.append(colon)
        buffer += value.utf8
        leaves.append(Leaf(range: start..<buffer.count, pathEnd: pathEnd))
    }

    /// In the order of the paths.
    func joined() -> [UInt8] {
        buffer.withUnsafeBytes { buffer in
            let sorted = leaves.sorted { left, right in
                Self.precedes(
                    buffer[left.range.lowerBound..<left.pathEnd], buffer[right.range.lowerBound..<right.pathEnd])
            }
            var joined: [UInt8] = []
            joined.reserveCapacity(buffer.count + leaves.count)
            for leaf in sorted {
                if !joined.isEmpty { joined.append(UInt8(ascii: ";")) }
                joined += buffer[leaf.range]
            }
            return joined
        }
    }

    private static func precedes(_ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>) -> Bool
    {
        let (left, right) = (UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right))
        guard let first = left.baseAddress, let second = right.baseAddress else { return left.count < right.count }
        let order = memcmp(first, second, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
    }
}

private let colon = UInt8(ascii: ":")
