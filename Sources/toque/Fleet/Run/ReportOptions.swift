import ArgumentParser
import LoadMeasurement
import Pages
import ToqueEncoding

/// The form of a load test's report, and its place.
struct ReportOptions: ParsableArguments {
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case text, json, html
    }

    @Option(help: .init("Print the report as text, json or html. Default: text.", valueName: "form"))
    var report = Form.text

    @Option(help: .init("Write the report to this file. Default: stdout.", valueName: "file"), completion: .file())
    var output: String?

    @Option(
        help: .init("Write the HTML report in this language: en, pt-BR or es. Default: en.", valueName: "language"),
        completion: .list(PageLanguage.allCases.map(\.rawValue)))
    var language = PageLanguage.english.rawValue

    /// Opens the file before the test, which may run for hours.
    /// - Throws: status 2 for an unknown language, status 3 if the file cannot be written.
    func place() throws(CommandError) -> (language: PageLanguage, output: OutputFile?) {
        guard let language = PageLanguage(rawValue: language) else {
            let choices = PageLanguage.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("--language", self.language, expected: "one of \(choices)")
        }
        return (language, try output.map { name throws(CommandError) in try OutputFile(name) })
    }
}
