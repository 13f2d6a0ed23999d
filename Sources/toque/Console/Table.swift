import ToqueEncoding

/// Rows under their titles, in columns as wide as their widest text.
struct Table {
    let titles: [String]
    let rows: [[String]]

    /// - Parameter rows: each with as many texts as there are titles.
    init(_ titles: [String], rows: [[String]]) {
        self.titles = titles
        self.rows = rows.map { $0.map(\.onOneLine) }
    }

    /// The lines, without white space at their ends.
    var text: String {
        let lines = [titles] + rows
        let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            var text = ""
            for (cell, width) in zip(line, widths) {
                text += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }
}

extension Optional<JSON> {
    /// The value in a table's cell; `-` for nothing.
    var cell: String {
        switch self {
        case .none, .null: "-"
        case .string(let text): text.isEmpty ? "-" : text
        case .number(let number): number.text
        case .bool(let value): value ? "yes" : "no"
        case .array(let values): values.isEmpty ? "-" : values.map { Optional($0).cell }.joined(separator: ", ")
        case .object(let object): JSON.object(object).serialized()
        }
    }
}
