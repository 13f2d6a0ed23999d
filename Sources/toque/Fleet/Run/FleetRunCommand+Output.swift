import Fleet
import Glibc
import LoadMeasurement
import Pages
import ToqueEncoding

extension FleetRunCommand {
    /// Runs work whose task the first interrupt cancels; a second one ends the process.
    static func untilInterrupted<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await work() }
        let signals = Task {
            var isFirst = true
            for await number in Signals.termination() {
                guard isFirst else { _exit(128 + number) }
                isFirst = false
                Console.standard.progress("\nEnding: users at work finish. Interrupt again to stop at once.")
                task.cancel()
            }
        }
        defer { signals.cancel() }
        return await task.value
    }

    func print(
        _ report: LoadReport, target: String, unexpected: [UnexpectedAnswer], _ language: PageLanguage,
        _ output: OutputFile?
    ) throws(CommandError) {
        let screen = output == nil ? OutputScreen.standard : .none
        let text =
            switch reporting.report {
            case .text: report.text(target: target, on: screen)
            case .json: Self.json(report, target: target, unexpected).serialized(pretty: true)
            case .html:
                LoadReportPage(report: report, target: target, unexpected: unexpected, language: language).html
            }
        if let output {
            try output.write(Array((text + "\n").utf8))
        } else {
            try Console.standard.result(text)
        }
    }

    private static func json(
        _ report: LoadReport, target: String, _ unexpected: [UnexpectedAnswer]
    ) -> JSON {
        guard var document = report.json.objectValue else { return report.json }
        document["target"] = .string(target)
        document["unexpected"] = .array(unexpected.map(\.json))
        return .object(document)
    }
}

extension UnexpectedAnswer {
    fileprivate var json: JSON {
        [
            "step": .string(step), "answer": .string(problem), "count": .int(count),
            "bodies": .array(bodies.map(JSON.string)),
        ]
    }
}
