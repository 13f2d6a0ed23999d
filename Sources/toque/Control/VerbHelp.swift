import ArgumentParser
import Sandbox

/// The help of an action or an event, which only the running sandbox knows, in the form of the argument parser's.
struct VerbHelp {
    /// The argument after the verb.
    private typealias Operand = (name: String, summary: String)

    private let verb: ControlVerb
    /// The command above the verb.
    private let path: String
    private let overview: String
    private let operand: Operand?
    private let width = OutputScreen.standard.width ?? 80

    static func ofAction(_ action: ControlVerb) -> String {
        let kinds = (action.objects ?? ["object"]).map { kind in
            let name = kind.replacing("_", with: " ")
            return (name.first.map("aeiou".contains) ?? false ? "an " : "a ") + name
        }
        return VerbHelp(
            action, "toque sandbox", action.summary, ("id", "ID of \(kinds.joined(separator: " or ")).")
        ).text
    }

    static func ofTenantAction(_ action: ControlVerb) -> String {
        VerbHelp(action, "toque sandbox", action.summary, action.operand.map { ($0.option, $0.summary) }).text
    }

    static func ofEvent(_ event: ControlVerb) -> String {
        VerbHelp(event, "toque trigger", "Make \(event.summary.uncapitalized)", nil).text
    }

    private init(_ verb: ControlVerb, _ path: String, _ overview: String, _ operand: Operand?) {
        (self.verb, self.path, self.overview, self.operand) = (verb, path, overview, operand)
    }

    private var text: String {
        let argument = operand.map { " <\($0.name)>" } ?? ""
        let options = verb.parameters.map { " \($0.isRequired ? $0.label : "[\($0.label)]")" }.joined()
        let example =
            (operand.map { " \($0.name.uppercased())" } ?? "")
            + verb.parameters.filter(\.isRequired).map { " --\($0.option) \($0.valueName.uppercased())" }.joined()
        let common = Self.commonOptions(width)
        return
            ([
                Self.wrapped("OVERVIEW: \(overview)", to: width), "Example: \(path) \(verb.name)\(example)",
                "USAGE: \(path) \(verb.name)\(argument)\(options)\(common.usage)",
            ]
            + (operand.map { ["ARGUMENTS:\n" + Self.row("<\($0.name)>", $0.summary, width)] } ?? [])
            + [
                "OPTIONS:\n"
                    + (verb.parameters.map { Self.row($0.label, $0.explained, width) } + [common.rows])
                    .joined(separator: "\n")
            ])
            .joined(separator: "\n\n")
    }

    /// The names of all verbs of a topic.
    static func ofTopic(_ path: String, _ verbs: [(name: String, action: ControlVerb)]) -> String {
        let width = OutputScreen.standard.width ?? 80
        let rows = verbs.map { row($0.name, $0.action.summary, width) }
        return """
            USAGE: \(path) <subcommand>

            SUBCOMMANDS:
            \(rows.joined(separator: "\n"))

              See '\(path) <subcommand> --help' for detailed help.
            """
    }

    /// The options of every verb, as the parser describes them for the hidden command that takes the verbs.
    private static func commonOptions(_ width: Int) -> (usage: String, rows: String) {
        let help = Failure.withoutAddedDefaults(Toque.helpMessage(for: SandboxActionCommand.self, columns: width))
        let usage = help.split(separator: "\n").first { $0.hasPrefix("USAGE: ") } ?? ""
        let rows = help.firstRange(of: "OPTIONS:\n").map { help[$0.upperBound...] } ?? ""
        return (
            usage.firstRange(of: " [").map { String(usage[$0.lowerBound...]) } ?? "",
            rows.trimming(while: \.isNewline) + "\n" + row("-h, --help", "Show help information.", width)
        )
    }

    /// A label, and the text in a column of its own.
    private static func row(_ label: String, _ text: String, _ width: Int) -> String {
        let indent = String(repeating: " ", count: 26)
        let column = wrapped(text, to: max(20, width - indent.count)).split(separator: "\n").joined(
            separator: "\n\(indent)")
        let start = "  \(label)"
        return start.count < indent.count
            ? start + indent.dropFirst(start.count) + column : "\(start)\n\(indent)\(column)"
    }

    /// Breaks a text at its spaces.
    private static func wrapped(_ text: String, to width: Int) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension ControlVerb.Parameter {
    fileprivate var valueName: String { kind ?? "text" }
    /// `--reason <code>`.
    fileprivate var label: String { "--\(option) <\(valueName)>" }
    /// What it does, and its values.
    fileprivate var explained: String {
        values.map { "\(summary) (values: \($0.joined(separator: ", ")))" } ?? summary
    }
}
