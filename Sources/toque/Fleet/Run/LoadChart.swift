import LoadMeasurement

/// A chart of a load test's timeline as the lines of an SVG, 600 units wide and 160 high.
struct LoadChart {
    private static let (width, height) = (600.0, 160.0)

    /// A line: its name, its tone in the style sheet, and its values.
    struct Line {
        let name: String
        let tone: String
        let values: [Double]
    }

    let title: String
    let lines: [Line]
    let times: [Double]
    /// A value as text.
    let label: (Double) -> String

    /// The values of the page's template; nil for less than two points.
    var values: [String: Any]? {
        guard times.count > 1, let end = times.last, end > 0 else { return nil }
        let top = Self.ceiling(of: lines.flatMap(\.values).max() ?? 0)
        return [
            "title": title, "top": label(top), "middle": label(top / 2), "end": LoadNumbers.span(.seconds(end)),
            "summary": lines.map { "\($0.name): \(label($0.values.max() ?? 0))" }.joined(separator: ", "),
            "lines": lines.map { line in
                ["name": line.name, "tone": line.tone, "points": Self.points(line.values, times, top: top, end: end)]
            },
        ]
    }

    private static func points(_ values: [Double], _ times: [Double], top: Double, end: Double) -> String {
        zip(times, values).map { time, value in
            "\(rounded(time / end * width)),\(rounded(height - value / top * height))"
        }.joined(separator: " ")
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// 1, 2 or 5 times a power of ten, so that the scale has short numbers.
    private static func ceiling(of value: Double) -> Double {
        var step = 0.001
        while step * 10 < value, step < 1e15 { step *= 10 }
        return [1.0, 2, 5, 10].map { $0 * step }.first { $0 >= value } ?? value
    }
}
