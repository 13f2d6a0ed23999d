import Fleet
import LoadMeasurement
import Pages
import ToqueEncoding

/// The report as an HTML file.
struct LoadReportPage {
    let whole: FleetReport
    let language: PageLanguage

    private var report: LoadReport { whole.load }
    private var texts: PageTexts { PageTexts.of(language) }
    private var format: PageFormat { PageFormat(language) }

    var html: String { HTMLFile.loadReport.render(title: texts[.loadTitle], values, in: language) }

    private var values: [String: Any] {
        let failures = report.table.failureCount
        return [
            "verdict": [
                "tone": failures == 0 ? "ok" : "bad",
                "text": failures == 0 ? texts[.loadPassed] : texts[.loadFailed, ["count": format.number(failures)]],
            ],
            "tiles": tiles, "facts": facts, "charts": [rateChart.values, latencyChart.values].compactMap { $0 },
            "percentiles": LoadReport.percentiles.map(LoadReport.label),
            "rows": report.rows.map(row) + [row(report.total)],
            "hasFailures": !report.failures.isEmpty,
            "failures": report.failures.map {
                ["count": format.number($0.count), "step": $0.failure.step, "text": $0.failure.text]
            },
            "unexpected": whole.unexpected.isEmpty ? [] : [["answers": whole.unexpected.map(\.values)]],
            "footer": texts[.loadFooter, ["version": Toque.version]],
        ]
    }

    private var tiles: [[String: Any]] {
        let (total, latencies) = (report.total, report.total.statistics.latencies)
        return [
            pair(.loadRequests, format.number(total.statistics.count)),
            pair(.loadRate, decimal(total.rate)),
            pair(.loadFailures, format.number(report.table.failureCount)),
            pair(.loadMedian, format.milliseconds(latencies.microseconds(atPercentile: 50))),
            ["name": "p99", "value": format.milliseconds(latencies.microseconds(atPercentile: 99))],
        ]
    }

    private var facts: [[String: Any]] { test + interrupt + arrivals + seed }

    private var test: [[String: Any]] {
        [
            pair(.loadTarget, whole.target), pair(.loadStart, "\(format.moment(report.start)) UTC"),
            pair(.loadDuration, LoadNumbers.span(report.duration)),
        ]
    }

    private var arrivals: [[String: Any]] {
        [
            pair(
                .loadJourneys,
                texts[
                    .loadJourneysText,
                    [
                        "count": format.number(report.begun), "rate": plannedRate,
                        "waited": format.number(report.waited),
                        "delay": format.milliseconds(Int(clamping: report.longestDelay.microseconds)),
                    ]]),
            pair(
                .loadUsers,
                texts[
                    .loadUsersText, ["peak": format.number(report.peak), "users": format.number(report.plan.users)]]),
        ]
    }

    private var seed: [[String: Any]] { whole.seed.map { [pair(.loadSeed, $0)] } ?? [] }

    /// A line that only the report of an interrupted test has.
    private var interrupt: [[String: Any]] {
        guard report.isInterrupted else { return [] }
        let (due, missed) = (format.number(report.due), format.number(report.due - report.begun))
        return [pair(.loadInterrupted, texts[.loadInterruptedText, ["due": due, "missed": missed]])]
    }

    /// Without the rest at the end, whose rate is that of a moment.
    private var intervals: [LoadInterval] { report.intervals.filter { $0.length * 2 >= report.plan.interval } }

    private var times: [Double] { intervals.map { $0.end / .seconds(1) } }

    private var rateChart: LoadChart {
        let failures = intervals.map { Double($0.failures) / max($0.length / .seconds(1), 0.001) }
        let requests = LoadChart.Line(name: texts[.loadRequests], tone: "info", values: intervals.map(\.rate))
        let failed = LoadChart.Line(name: texts[.loadFailures], tone: "bad", values: failures)
        return LoadChart(
            title: texts[.loadChartRate], lines: failures.contains { $0 > 0 } ? [requests, failed] : [requests],
            times: times, label: decimal)
    }

    private var latencyChart: LoadChart {
        LoadChart(
            title: texts[.loadChartLatency],
            lines: [
                .init(name: "p50", tone: "ok", values: intervals.map { Double($0.p50) }),
                .init(name: "p99", tone: "amber", values: intervals.map { Double($0.p99) }),
            ], times: times
        ) { format.milliseconds(Int($0)) }
    }

    private func row(_ row: LoadReport.Row) -> [String: Any] {
        let (statistics, latencies) = (row.statistics, row.statistics.latencies)
        return [
            "name": row.kind == nil ? texts[.loadAll] : row.name, "failing": statistics.failures > 0,
            "count": format.number(statistics.count), "failures": format.number(statistics.failures),
            "rate": decimal(row.rate),
            "percentiles": LoadReport.percentiles.map { format.milliseconds(latencies.microseconds(atPercentile: $0)) },
            "longest": format.milliseconds(latencies.maximum),
        ]
    }

    private func pair(_ name: PageText, _ value: String) -> [String: Any] { ["name": texts[name], "value": value] }

    private var point: String { language == .english ? "." : "," }

    /// With all decimals: it may be less than one in ten seconds.
    private var plannedRate: String {
        let rate = report.plan.rate
        return (rate * 10).rounded() == rate * 10 ? decimal(rate) : "\(rate)".replacing(".", with: point)
    }

    /// With one decimal and the language's point.
    private func decimal(_ value: Double) -> String {
        let tenths = Int((min(value, 1e12) * 10).rounded())
        return tenths % 10 == 0 ? format.number(tenths / 10) : "\(format.number(tenths / 10))\(point)\(tenths % 10)"
    }
}

extension UnexpectedAnswer {
    /// The values of the page's template.
    fileprivate var values: [String: Any] { ["step": step, "answer": problem, "count": count, "bodies": bodies] }
}
