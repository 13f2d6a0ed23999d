import ToqueCOSE
import ToqueEncoding

/// A decoded part, for people to read: a tree of labels, values and byte ranges. A part that cannot be decoded says
/// what is wrong with it, and never hides the rest.
public struct InspectionNode: Sendable, Hashable {
    /// The specification's name for the part.
    public var label: String
    /// The value in words, numbers or hexadecimal digits; nil for a part that only has children.
    public var value: String?
    /// The part's position in the binary value that it was read from.
    public var range: Range<Int>?
    /// The position of the part's text: of a value in JSON, or of the text form of a binary value.
    public var place: Range<Int>?
    /// The value that `range` and the parts inside count in, where that is not the value around the part: what a
    /// base64url text contains. That of the whole input is in its root.
    public var bytes: [UInt8]?
    /// The part's faults.
    public var problem: String?
    public var children: [InspectionNode]

    public init(
        _ label: String, _ value: String? = nil, range: Range<Int>? = nil, place: Range<Int>? = nil,
        bytes: [UInt8]? = nil, problem: String? = nil, children: [InspectionNode] = []
    ) {
        self.label = label
        self.value = value
        self.range = range
        self.place = place
        self.bytes = bytes
        self.problem = problem
        self.children = children
    }

    /// The first child with a label, such as `node["authData"]?["flags"]`.
    public subscript(label: String) -> InspectionNode? { children.first { $0.label == label } }

    /// The tree as lines, indented by two spaces per level, without a final line break. A problem is on its own line
    /// after `!`.
    /// - Parameter ranges: adds the byte range to each line that has one, as `[first..last]`.
    public func text(ranges: Bool = false) -> String {
        lines(ranges: ranges, indentation: "").joined(separator: "\n")
    }

    private func lines(ranges: Bool, indentation: String) -> [String] {
        var line = indentation + Self.printable(label)
        if let value { line += ": \(Self.printable(value))" }
        if ranges, let range, !range.isEmpty { line += " [\(range.lowerBound)..\(range.upperBound - 1)]" }
        let inner = indentation + "  "
        return [line] + (problem.map { ["\(inner)! \(Self.printable($0))"] } ?? [])
            + children.flatMap { $0.lines(ranges: ranges, indentation: inner) }
    }

    /// Outside text must not move the terminal's cursor or fake a line.
    private static func printable(_ text: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            result += isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }

    /// The tree as objects with `label` and, if present, `value`, `range` (the first byte and the one after the last),
    /// `place` (the same in the text around it), `problem` and `children`.
    public var json: JSON {
        var object: JSONObject = ["label": .string(label)]
        object["value"] = value.map(JSON.string)
        object["range"] = range.map { [.int($0.lowerBound), .int($0.upperBound)] }
        object["place"] = place.map { [.int($0.lowerBound), .int($0.upperBound)] }
        object["problem"] = problem.map(JSON.string)
        if !children.isEmpty { object["children"] = .array(children.map(\.json)) }
        return .object(object)
    }

    /// Adds a fault to the part.
    mutating func add(problem added: String) {
        problem = problem.map { "\($0); \(added)" } ?? added
    }

    /// The tree with its ranges shifted, as part of a larger binary value.
    func moved(by offset: Int) -> InspectionNode { moved { $0 + offset } }

    /// The tree with its ranges mapped to where each byte is in a larger binary value.
    func moved(_ place: (Int) -> Int) -> InspectionNode {
        // The position of the last byte: the one after it may be somewhere else.
        func moved(_ range: Range<Int>) -> Range<Int> {
            let start = place(range.lowerBound)
            return start..<(range.isEmpty ? start : place(range.upperBound - 1) + 1)
        }
        var node = self
        node.place = self.place.map(moved)
        // A value of its own does not move.
        guard bytes == nil else { return node }
        node.range = range.map(moved)
        node.children = children.map { $0.moved(place) }
        return node
    }

    /// The part as a value of its own, which was decoded from a text.
    /// - Parameter place: of the text.
    func decoded(from place: Range<Int>?, _ bytes: [UInt8]) -> InspectionNode {
        var node = self
        node.place = place
        node.bytes = bytes
        return node
    }

    /// `ES256 (-7)`; only the number if it has no name.
    static func algorithm(_ number: Int) -> String { "\(COSEAlgorithm(rawValue: number))" }

    /// Bytes of variable length: `32 bytes: f91f...`.
    static func describe(_ bytes: some Collection<UInt8>) -> String {
        bytes.isEmpty ? "0 bytes" : "\(count(bytes.count)): \(Hex.encode(bytes))"
    }

    /// `1 byte`, `2 bytes`.
    static func count(_ bytes: Int) -> String { bytes == 1 ? "1 byte" : "\(bytes) bytes" }
}
