import Sandbox
import ToqueFiles

/// A request of the journal as a curl command. The journal has no secrets: variables of the shell stand for them.
struct CurlCommand {
    /// The command, over several lines.
    let text: String
    /// The variables to set first.
    let variables: [String]
    /// Why the command cannot repeat the request; nil if it can.
    let isIncomplete: Bool

    /// Those that curl writes itself, or that belong to one connection.
    private static let omitted: Set = [
        "host", "content-length", "user-agent", "accept-encoding", "connection", "expect", "transfer-encoding",
        "cookie",
    ]
    private static let mark = "***"
    private static let key = ["TOQUE_API_KEY_ID", "TOQUE_API_KEY_SECRET"]

    /// - Parameters:
    ///   - url: the server's, without a trailing slash.
    ///   - takesKey: true if API keys are sent by HTTP Basic.
    init(_ entry: JournalEntry, url: String, takesKey: Bool) {
        var names: [String] = []
        func word(_ text: String, after prefix: String = "", named name: String) -> String {
            guard text == Self.mark else { return (prefix + text).shellQuoted }
            let variable = ShellWord.variable(name)
            if !names.contains(variable) { names.append(variable) }
            return ShellWord.joined([.text(prefix), .variable(variable)])
        }
        func parts(_ texts: [(text: String, secret: String?)]) -> String {
            ShellWord.joined(
                texts.flatMap { text, secret -> [ShellWord.Part] in
                    guard let variable = secret.map(ShellWord.variable) else { return [.text(text)] }
                    if !names.contains(variable) { names.append(variable) }
                    return [.text(text), .variable(variable)]
                })
        }

        var lines = ["curl"]
        if entry.method != "GET" { lines[0] += " --request \(entry.method.shellQuoted)" }
        let path = url + entry.path + (entry.query.isEmpty ? "" : "?")
        // curl reads brackets as ranges.
        if "\(entry.path)\(entry.query)".contains(where: { "[]{}".contains($0) }) { lines[0] += " --globoff" }
        lines[0] += " " + parts([(path, nil)] + Self.query(entry.query))
        for (name, value) in entry.request.headers where !Self.omitted.contains(name.lowercased()) {
            if name.lowercased() == "authorization", value == Self.mark, takesKey {
                names = Self.key + names
                lines.append("--user \"$\(Self.key[0]):$\(Self.key[1])\"")
            } else {
                lines.append("--header \(word(value, after: "\(name): ", named: name))")
            }
        }
        let body = String(decoding: entry.request.body, as: UTF8.self)
        if !body.isEmpty { lines.append("--data-raw \(parts(Self.body(body)))") }
        text = lines.joined(separator: " \\\n  ")
        variables = names
        isIncomplete = entry.request.bodyState != .whole || entry.path.contains("{")
    }

    /// The pairs of a query; a secret one ends with its name.
    private static func query(_ query: String) -> [(text: String, secret: String?)] {
        query.split(separator: "&", omittingEmptySubsequences: false).enumerated().map { index, pair in
            let start = index > 0 ? "&" : ""
            guard pair.hasSuffix("=\(mark)") else { return ("\(start)\(pair)", nil) }
            let name = pair.dropLast(mark.count + 1)
            return ("\(start)\(name)=", String(name))
        }
    }

    /// A body, divided at its secret members: their values are JSON, which the variables must be too.
    private static func body(_ body: String) -> [(text: String, secret: String?)] {
        var parts: [(text: String, secret: String?)] = []
        var rest = body[...]
        while let range = rest.firstRange(of: "\"\(mark)\"") {
            let before = rest[..<range.lowerBound]
            let name = before.split(separator: "\"", omittingEmptySubsequences: false).dropLast().last.map(String.init)
            parts.append((String(before), name.flatMap { $0.isEmpty ? nil : $0 } ?? "SECRET"))
            rest = rest[range.upperBound...]
        }
        // Forms have secrets too.
        return parts + (parts.isEmpty && body.contains("=\(mark)") ? query(body) : [(String(rest), nil)])
    }
}
