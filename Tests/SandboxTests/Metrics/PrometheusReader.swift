/// Reads Prometheus text format 0.0.4, and refuses what a scraper would refuse.
struct PrometheusReader {
    struct Malformed: Error {
        let line: Substring
    }

    struct Sample: Equatable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    private(set) var samples: [Sample] = []
    private(set) var types: [String: String] = [:]

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Malformed(line: text[...]) }
        var family = ""
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", maxSplits: 3)
            if line.hasPrefix("# HELP "), words.count == 4 {
                family = String(words[2])
                guard types[family] == nil, Self.isName(family) else { throw Malformed(line: line) }
            } else if line.hasPrefix("# TYPE "), words.count == 4, words[2] == family {
                guard ["counter", "gauge", "histogram"].contains(words[3]), types[family] == nil else {
                    throw Malformed(line: line)
                }
                types[family] = String(words[3])
            } else {
                let sample = try Self.sample(line)
                let suffixes = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                guard suffixes.contains(where: { sample.name == family + $0 }),
                    !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels })
                else { throw Malformed(line: line) }
                samples.append(sample)
            }
        }
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.first?.isNumber == false
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") }
    }

    private static func sample(_ line: Substring) throws -> Sample {
        var rest = line
        let name = rest.prefix { $0 != "{" && $0 != " " }
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            while rest.first != "}" {
                let label = rest.prefix { $0 != "=" }
                rest = rest.dropFirst(label.count)
                guard isName(label), rest.hasPrefix("=\""), labels[String(label)] == nil else {
                    throw Malformed(line: line)
                }
                rest = rest.dropFirst(2)
                labels[String(label)] = try quoted(&rest, line)
                if rest.first == "," { rest = rest.dropFirst() }
            }
            rest = rest.dropFirst()
        }
        guard isName(name), rest.first == " ", let value = Double(rest.dropFirst()) else { throw Malformed(line: line) }
        return Sample(name: String(name), labels: labels, value: value)
    }

    /// The rest of a quoted text, up to and including the quotation mark.
    private static func quoted(_ rest: inout Substring, _ line: Substring) throws -> String {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                switch rest.popFirst() {
                case "\\": value += "\\"
                case "\"": value += "\""
                case "n": value += "\n"
                default: throw Malformed(line: line)
                }
            default: value.append(character)
            }
        }
        throw Malformed(line: line)
    }
}
