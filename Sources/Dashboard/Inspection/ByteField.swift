import Inspector

/// A part of a value, with the bytes that it is in.
struct ByteField {
    /// Unique on the page, such as `a12`.
    let id: String
    /// Its position in the view.
    let number: Int
    let depth: Int
    let label: String
    let value: String?
    let problem: String?
    /// Its bytes in the view's value; nil if it has none of its own, such as a certificate's summary.
    let range: Range<Int>?
    /// The view that shows what the part's text contains.
    let content: String?
    let children: [ByteField]

    /// The part and everything inside, in order.
    var all: [ByteField] { [self] + children.flatMap(\.all) }
    var isLeaf: Bool { children.isEmpty && content == nil }

    /// What HTML of it takes at most, in bytes.
    var cost: Int {
        let texts = label.utf8.count + (shownValue?.utf8.count ?? 0) + (shownProblem?.utf8.count ?? 0)
        // A row, a link in it, and a link among the bytes.
        return 180 + 3 * id.utf8.count + texts + 5 * markup(label, shownValue, shownProblem)
    }

    private func markup(_ texts: String?...) -> Int {
        texts.reduce(0) { $0 + ($1?.utf8.count { "<>&\"'".utf8.contains($0) } ?? 0) }
    }

    var shownValue: String? { value.map { Self.clipped($0, 140) } }
    var shownProblem: String? { problem.map { Self.clipped($0, 300) } }
    var shownLabel: String { Self.clipped(label, 80) }

    /// Bytes stand beside a value: its end can go.
    private static func clipped(_ text: String, _ count: Int) -> String {
        let scalars = text.unicodeScalars
        return scalars.count > count ? "\(String.UnicodeScalarView(scalars.prefix(count)))…" : text
    }
}

/// Makes the views of a tree: one for its value, and one for each value that a text in it contains.
struct ByteFields {
    private(set) var views: [ByteView] = []

    /// - Parameters:
    ///   - node: its `bytes`, or else `bytes`, are what its ranges count in.
    ///   - id: of the first view, such as `a`.
    init(_ node: InspectionNode, id: String, title: String, bytes: [UInt8]) {
        add(node, id: id, title: title, bytes: node.bytes ?? bytes)
    }

    private mutating func add(_ node: InspectionNode, id: String, title: String, bytes: [UInt8]) {
        let index = views.count
        views.append(ByteView(id: id, title: title, bytes: bytes, root: nil))
        var numbers = 0
        // The place of a value of its own is in the value around it.
        let root = field(
            node, node.range ?? bytes.indices, depth: 0, view: id, title: title, within: bytes.indices, &numbers)
        views[index].root = root
    }

    private mutating func field(
        _ node: InspectionNode, _ place: Range<Int>?, depth: Int, view: String, title: String, within: Range<Int>,
        _ numbers: inout Int
    ) -> ByteField {
        let number = numbers
        numbers += 1
        // Faulty data may claim more than there is.
        let range = place.flatMap { within.contains($0) ? $0 : nil }
        var content: String?
        var children: [ByteField] = []
        if depth > 0, let bytes = node.bytes, node.hasPositions {
            let inner = "\(view)-\(numbers)-"
            add(node, id: inner, title: "\(title) › \(node.label)", bytes: bytes)
            content = inner
        } else {
            for child in node.children {
                let place = child.bytes == nil ? child.range ?? child.place : child.place
                children.append(
                    field(
                        child, place, depth: depth + 1, view: view, title: title, within: range ?? within, &numbers))
            }
        }
        return ByteField(
            id: "\(view)\(number)", number: number, depth: depth, label: node.label, value: node.value,
            problem: node.problem, range: range,
            content: content, children: children)
    }
}

extension InspectionNode {
    /// True if parts of the value's own have bytes to show.
    fileprivate var hasPositions: Bool {
        children.contains { child in
            (child.bytes == nil ? child.range ?? child.place : child.place) != nil || child.hasPositions
        }
    }
}

extension Range where Bound: Comparable {
    fileprivate func contains(_ other: Range) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
