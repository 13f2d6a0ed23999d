import Glibc
import Pages

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

    /// Prints the report, or writes it to the file.
    /// - Throws: status 3 if it cannot be written. A report that the file does not take goes to stdout: the test may
    ///   have taken hours.
    func print(_ report: FleetReport, _ language: PageLanguage, _ output: OutputFile?) throws(CommandError) {
        guard let output, !output.isStandardOutput else {
            return try Console.standard.result(report.content(reporting.report, language, on: .standard))
        }
        let text = report.content(reporting.report, language, on: .none)
        do throws(CommandError) {
            try output.write(Array((text + "\n").utf8))
        } catch {
            try? Console.standard.result(text)
            throw error
        }
    }
}
