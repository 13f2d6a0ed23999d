import Pages
import ToqueEncoding

/// A value in hexadecimal digits beside its parts. Pointing at one marks the other; without a script, links do.
struct ByteView {
    /// Unique on the page.
    let id: String
    let title: String
    let bytes: [UInt8]
    var root: ByteField?

    /// What one page shows of it.
    struct Window {
        var start = 0
        /// In bytes of the value.
        var length = ByteView.maximumLength
        /// In bytes of HTML, for the parts.
        var budget = Int.max
    }

    /// A page's worth of bytes.
    static let maximumLength = 2048
    private static let rowLength = 16

    /// For the template `bytes`.
    /// - Parameters:
    ///   - format: of numbers.
    ///   - more: the URL of a page that begins with a byte; nil if there is no such page.
    func values(_ window: Window, _ format: PageFormat, more: (Int) -> String?) -> [String: Any] {
        let start = min(max(window.start, 0), bytes.count)
        let shown = start..<min(start + window.length, bytes.count)
        let (fields, cut) = fields(in: shown, budget: window.budget)
        var marked = Set<String>()
        for field in fields { marked.insert(field.id) }
        var values: [String: Any] = [
            "viewID": id, "viewTitle": title, "size": format.number(bytes.count),
            "rows": offsets(shown, every: Self.rowLength), "halfRows": offsets(shown, every: Self.rowLength / 2),
            "tokens": root.map { tokens($0, shown, marked) } ?? [], "ascii": ascii(shown),
            "fields": fields.map { row($0, shown) },
        ]
        let next = cut ?? (shown.upperBound < bytes.count ? shown.upperBound : nil)
        // A page that begins where this one does would be this one.
        let urls = next.flatMap { $0 > start ? more($0) : nil }.map { [["url": $0]] } ?? []
        values["rests"] = next == nil ? [] : [["urls": urls]]
        return values
    }

    /// What HTML of all of it takes at most, in bytes.
    var cost: Int { cost(of: bytes.indices) + (root?.all.reduce(600) { $0 + $1.cost } ?? 600) }

    /// What HTML of bytes takes, without their parts: digits, text, and offsets.
    func cost(of range: Range<Int>) -> Int {
        let shown = range.clamped(to: bytes.indices)
        return shown.count * Self.costOfByte + 5 * bytes[shown].count { "<>&\"'".utf8.contains($0) }
    }

    static let costOfByte = 6

    /// The parts with bytes in the window, those around them, and where the next page begins if not all fit.
    private func fields(in shown: Range<Int>, budget: Int) -> (fields: [ByteField], cut: Int?) {
        var chosen: [ByteField] = []
        var rest = budget
        var cut: Int?
        func visit(_ field: ByteField, parentStart: Int) {
            let range = field.range ?? parentStart..<parentStart
            let isShown =
                range.isEmpty
                ? shown.contains(range.lowerBound) || range.lowerBound == shown.lowerBound : range.overlaps(shown)
            guard cut == nil, isShown else { return }
            guard rest >= field.cost || chosen.isEmpty else {
                cut = range.lowerBound
                return
            }
            rest -= field.cost
            chosen.append(field)
            for child in field.children { visit(child, parentStart: range.lowerBound) }
        }
        if let root { visit(root, parentStart: 0) }
        return (chosen, cut)
    }

    private func row(_ field: ByteField, _ shown: Range<Int>) -> [String: Any] {
        let hasBytes = field.range.map { !$0.isEmpty && $0.overlaps(shown) } ?? false
        var row: [String: Any] = [
            "fieldID": field.id, "depth": "\(min(field.depth, 9))", "label": field.shownLabel, "linked": hasBytes,
            "colors": hasBytes && field.isLeaf ? [["color": color(field)]] : [],
            "values": field.shownValue.map { [["value": $0]] } ?? [],
            "problems": field.shownProblem.map { [["problem": $0]] } ?? [],
            "contents": field.content.map { [["content": $0]] } ?? [],
            "extents": [],
        ]
        if let range = field.range, !range.isEmpty {
            let last = range.count == 1 ? "" : "–\(range.upperBound - 1)"
            row["extents"] = [["extent": "\(range.lowerBound)\(last)"]]
        }
        return row
    }

    /// Neighbors differ; a fault has the color of faults.
    private func color(_ field: ByteField) -> String {
        field.problem == nil ? "m\(field.number % 3 + 1)" : "m4"
    }

    // MARK: Digits

    /// The digits with the beginnings and ends of parts between them: `{"opens": id}`, `{"links": [{…}]}`, `{"ends"}`.
    private func tokens(_ root: ByteField, _ shown: Range<Int>, _ marked: Set<String>) -> [[String: Any]] {
        var tokens: [[String: Any]] = []
        var position = shown.lowerBound
        func digits(to end: Int, of field: ByteField, isWhole: Bool) {
            let range = position..<min(end, shown.upperBound)
            guard !range.isEmpty else { return }
            let link: [String: Any] = [
                "digits": Self.digits(bytes[range]), "target": field.id, "class": field.isLeaf ? color(field) : "",
                "whole": isWhole,
            ]
            tokens.append(
                marked.contains(field.id)
                    ? ["token": ["links": [link]]] : ["token": ["plain": [["digits": Self.digits(bytes[range])]]]])
            position = range.upperBound
        }
        func write(_ field: ByteField) {
            guard let range = field.range, range.overlaps(shown) else { return }
            let isMarked = marked.contains(field.id)
            if field.children.isEmpty { return digits(to: range.upperBound, of: field, isWhole: true) }
            if isMarked { tokens.append(["token": ["opens": [["opened": field.id]]]]) }
            for child in inner(field) {
                // Parts that are not in the order of their bytes stay unmarked.
                guard let place = child.range, place.lowerBound >= position, !place.isEmpty else { continue }
                digits(to: place.lowerBound, of: field, isWhole: false)
                write(child)
            }
            digits(to: range.upperBound, of: field, isWhole: false)
            if isMarked { tokens.append(["token": ["ends": [true]]]) }
        }
        write(root)
        let isRest = position < shown.upperBound
        if isRest { tokens.append(["token": ["plain": [["digits": Self.digits(bytes[position..<shown.upperBound])]]]]) }
        return tokens
    }

    /// The nearest parts inside that have bytes: a part without a range of its own stands for those in it.
    private func inner(_ field: ByteField) -> [ByteField] {
        field.children.flatMap { $0.range == nil ? inner($0) : [$0] }
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { Hex.encode([$0]) }.joined(separator: " ")
    }

    private func offsets(_ shown: Range<Int>, every step: Int) -> String {
        stride(from: shown.lowerBound, to: shown.upperBound, by: step).map { offset in
            let digits = String(offset, radix: 16)
            return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        }.joined(separator: "\n")
    }

    /// Printable ASCII, a line for each row.
    private func ascii(_ shown: Range<Int>) -> String {
        stride(from: shown.lowerBound, to: shown.upperBound, by: Self.rowLength).map { start in
            String(
                String.UnicodeScalarView(
                    bytes[start..<min(start + Self.rowLength, shown.upperBound)].map {
                        (0x21...0x7E).contains($0) ? Unicode.Scalar($0) : $0 == 0x20 ? " " : "·"
                    }))
        }.joined(separator: "\n")
    }
}
