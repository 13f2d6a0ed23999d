import ToqueEncoding

/// Writes the text format 0.0.4 of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/).
struct PrometheusText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private(set) var text = ""
    private var name = ""

    /// Begins a metric family; the following samples belong to it.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// A family with one sample.
    mutating func family(_ name: String, _ kind: Kind, _ help: String, value: String) {
        family(name, kind, help)
        sample([], value)
    }

    mutating func sample(suffix: String = "", _ labels: [(name: String, value: String)], _ value: String) {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }.joined(separator: ",")
        text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }

    static func seconds(_ duration: Duration) -> String { "\(Double(duration.microseconds) / 1_000_000)" }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.append(character)
            }
        }
    }
}
