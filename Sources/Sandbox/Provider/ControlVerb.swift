import ToqueEncoding

/// What control can do to an object of the provider, or have happen: `toque sandbox NAME ID`, `toque trigger NAME`.
public struct ControlVerb: JSONModel, Hashable {
    /// A text that a request may carry; `toque` takes it as an option, `--external-id` for `external_id`.
    public struct Parameter: JSONModel, Hashable {
        public let name: String
        /// One sentence, and its default.
        public let summary: String

        public init(_ name: String, _ summary: String) {
            self.name = name
            self.summary = summary
        }

        public init(_ reader: JSONReader) throws(JSONMemberError) {
            name = try reader.member("name").string()
            summary = try reader.member("summary").string()
        }

        public var json: JSON { ["name": .string(name), "summary": .string(summary)] }
    }

    public let name: String
    /// One sentence.
    public let summary: String
    public let parameters: [Parameter]

    public init(_ name: String, _ summary: String, _ parameters: [Parameter] = []) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        name = try reader.member("name").string()
        summary = try reader.member("summary").string()
        parameters = try reader.member("parameters").map { (each) throws(JSONMemberError) in try Parameter(each) }
    }

    public var json: JSON {
        ["name": .string(name), "summary": .string(summary), "parameters": .array(parameters.map(\.json))]
    }
}

extension [ControlVerb] {
    /// Their names, for a sentence.
    var list: String { map(\.name).joined(separator: ", ") }
}
