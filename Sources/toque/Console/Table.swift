import ToqueEncoding

/// Rows below their titles, in columns as wide as their widest text. On a terminal, a table fits the screen.
struct Table {
    /// A column: its title, and the kind of its cells.
    struct Column: ExpressibleByStringLiteral {
        enum Kind { case text, id, name, status, path }

        let title: String
        var kind = Kind.text

        init(stringLiteral title: String) { self.title = title }

        private init(_ title: String, _ kind: Kind) {
            self.title = title
            self.kind = kind
        }

        /// IDs: shortened on a terminal, to a beginning that no other ID of the column has.
        static func id(_ title: String) -> Column { Column(title, .id) }
        /// Values that a person types back: cut only if no other column can give way.
        static func name(_ title: String) -> Column { Column(title, .name) }
        /// States: colored on a terminal.
        static func status(_ title: String) -> Column { Column(title, .status) }
        /// Paths and URLs: keep both ends when they are cut.
        static func path(_ title: String) -> Column { Column(title, .path) }
    }

    /// Columns give way to this width first; only a narrow screen makes them narrower.
    private static let minWidth = 8
    private static let gap = 2

    let columns: [Column]
    let rows: [[String]]

    /// - Parameter rows: each with as many texts as there are columns.
    init(_ columns: [Column], rows: [[String]]) {
        self.columns = columns
        self.rows = rows.map { $0.map(\.onOneLine) }
    }

    /// The lines for a pipe, without trailing whitespace.
    var text: String { text(on: .none) }

    /// The lines, without trailing whitespace.
    /// - Parameter isWide: with whole IDs, and columns as wide as their texts.
    func text(on screen: OutputScreen, isWide: Bool = false) -> String {
        let width = isWide ? nil : screen.width
        // Escapes are longer than the characters that they replace. No style in a cell is ours.
        var cells = rows.map { $0.map(Console(usesColor: false).harmless) }
        if width != nil {
            for (column, kind) in columns.map(\.kind).enumerated() where kind == .id {
                let short = ShortID.shortened(cells.map { $0[column] })
                for row in cells.indices { cells[row][column] = short[row] }
            }
        }
        let widths = widths(of: cells, in: width)
        return ([columns.map(\.title)] + cells).enumerated().map { index, line in
            var (text, pending, left) = ("", 0, width ?? .max)
            for (column, cell) in line.enumerated() {
                let (kind, size) = (columns[column].kind, widths[column])
                let shown = Self.cut(cell, to: min(size, max(0, left - pending)), kind)
                let used = shown.columns
                if used > 0 {
                    let style = index > 0 && kind == .status && screen.usesColor ? Style.ofStatus(cell) : nil
                    text += String(repeating: " ", count: pending) + (style.map { $0.applied(to: shown) } ?? shown)
                    left -= pending + used
                    pending = 0
                }
                pending += max(0, size - used) + Self.gap
            }
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }

    /// As wide as the widest texts; for a screen, the widest columns give way.
    private func widths(of cells: [[String]], in width: Int?) -> [Int] {
        var widths = columns.indices.map { column in
            max(columns[column].title.columns, cells.map { $0[column].columns }.max() ?? 0)
        }
        guard let width else { return widths }
        while widths.reduce(Self.gap * (widths.count - 1), +) > width {
            let flexible = widths.indices.filter { columns[$0].kind == .text || columns[$0].kind == .path }
            let wide = flexible.filter { widths[$0] > Self.minWidth }
            guard let widest = (wide.isEmpty ? Array(widths.indices) : wide).max(by: { widths[$0] < widths[$1] }),
                widths[widest] > 1
            else { break }
            widths[widest] -= 1
        }
        return widths
    }

    /// A text that fits into a width; a path keeps both ends.
    static func cut(_ text: String, to width: Int, _ kind: Column.Kind) -> String {
        guard text.columns > width else { return text }
        guard width > 1 else { return width == 1 ? "…" : "" }
        guard kind == .path, width > 4 else { return text.head(columns: width - 1) + "…" }
        let tail = String(String(text.reversed()).head(columns: (width - 1) * 2 / 3).reversed())
        return text.head(columns: width - 1 - tail.columns) + "…" + tail
    }
}

extension Optional<JSON> {
    /// The value for a table's cell; `-` for none.
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

    /// A time in a cell, to the second unless it is to be exact.
    func time(exact: Bool) -> String {
        let text = cell
        guard !exact, text.hasSuffix("Z"), let point = text.lastIndex(of: ".") else { return text }
        return text[..<point] + "Z"
    }
}
