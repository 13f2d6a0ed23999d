import Fleet
import LoadMeasurement
import Pages
import ToqueEncoding

/// The result of `toque fleet run`, in each form.
struct FleetReport {
    let load: LoadReport
    /// The server under load.
    let target: String
    /// Answers that no step expected.
    let unexpected: [UnexpectedAnswer]
    /// Gives the same test again; nil for one that a store keeps sealed.
    let seed: String?

    /// - Parameter screen: the terminal that shows a text, or none.
    func content(_ form: ReportOptions.Form, _ language: PageLanguage, on screen: OutputScreen) -> String {
        switch form {
        case .text: text(on: screen)
        case .json: json.serialized(pretty: true)
        case .html: LoadReportPage(whole: self, language: language).html
        }
    }

    private func text(on screen: OutputScreen) -> String {
        let text = load.text(target: target, on: screen)
        guard !unexpected.isEmpty else { return text }
        return "\(text)\n\nThe JSON and HTML reports (--report) have the first bodies of unexpected answers."
    }

    private var json: JSON {
        guard var document = load.json.objectValue, var plan = document["plan"]?.objectValue else { return load.json }
        plan["seed"] = seed.map(JSON.string)
        document["plan"] = .object(plan)
        document["target"] = .string(target)
        document["unexpected"] = .array(unexpected.map(\.reported))
        return .object(document)
    }
}

extension UnexpectedAnswer {
    fileprivate var reported: JSON {
        [
            "step": .string(step), "answer": .string(problem), "count": .int(count),
            "bodies": .array(bodies.map(JSON.string)),
        ]
    }
}
