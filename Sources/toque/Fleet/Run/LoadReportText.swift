import LoadMeasurement

extension LoadReport {
    /// The report for a terminal or a pipe. Latencies are in milliseconds.
    /// - Parameters:
    ///   - target: the server under load.
    ///   - screen: the terminal, or none.
    func text(target: String, on screen: OutputScreen) -> String {
        let arrivals =
            "\(LoadNumbers.journeys(begun)) began (\(plan.rate) a second planned), "
            + "at most \(peak) of \(plan.users) users at once"
        let delay =
            waited == 0
            ? "No journey waited for a free user."
            : "\(waited) waited for a free user, \(LoadNumbers.span(longestDelay)) at most: pass more --users."
        var head = ["\(target) for \(LoadNumbers.span(duration)): \(arrivals).", delay]
        if isInterrupted {
            let verb = due == 1 ? "was" : "were"
            head.append(
                "Interrupted: \(LoadNumbers.journeys(due)) \(verb) due by then, \(due - begun) of them never began.")
        }
        var parts = [head.joined(separator: "\n"), stepTable.text(on: screen)]
        if !failures.isEmpty { parts.append(failureTable.text(on: screen)) }
        return parts.joined(separator: "\n\n")
    }

    private var stepTable: Table {
        let titles =
            ["Step", "Count", "Failed", "Per s"] + Self.percentiles.map { "\(Self.label(ofPercentile: $0)) ms" } + [
                "Max ms"
            ]
        let lines = (rows + [total]).map { row in
            let latencies = row.statistics.latencies
            return ["\(row.statistics.count)", "\(row.statistics.failures)", LoadNumbers.rate(row.rate)]
                + Self.percentiles.map { LoadNumbers.milliseconds(latencies.microseconds(atPercentile: $0)) }
                + [LoadNumbers.milliseconds(latencies.maximum)]
        }
        let numbers = Self.aligned([Array(titles.dropFirst())] + lines)
        let columns = [Table.Column.path(titles[0])] + numbers[0].map { Table.Column.name($0) }
        return Table(columns, rows: zip((rows + [total]).map(\.name), numbers.dropFirst()).map { [$0] + $1 })
    }

    private var failureTable: Table {
        let counts = Self.aligned([["Failures"]] + failures.map { ["\($0.count)"] }).map { $0[0] }
        return Table(
            [.name(counts[0]), "Step", "Reason"],
            rows: zip(counts.dropFirst(), failures).map { [$0, $1.failure.step, $1.failure.text] })
    }

    /// Numbers end below each other.
    private static func aligned(_ lines: [[String]]) -> [[String]] {
        let widths = (lines.first ?? []).indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line, widths).map { text, width in String(repeating: " ", count: width - text.count) + text }
        }
    }
}
