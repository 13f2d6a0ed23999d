import ToqueEncoding

/// What control can do to an object of the provider, or have happen: `toque sandbox NAME ID`, `toque trigger NAME`.
public struct ControlVerb: JSONStructure, Hashable {
    /// A text that a request may carry; `toque` takes it as an option, `--external-id` for `external_id`.
    public struct Parameter: JSONStructure, Hashable {
        public private(set) var name: String
        /// One sentence, and its default.
        public private(set) var summary: String

        public init(_ name: String, _ summary: String) { (self.name, self.summary) = (name, summary) }

        package static let blank = Parameter("", "")

        package mutating func members(_ coder: inout JSONCoder) {
            coder.required("name", &name)
            coder.required("summary", &summary)
        }
    }

    public private(set) var name: String
    /// One sentence.
    public private(set) var summary: String
    public private(set) var parameters: [Parameter]

    public init(_ name: String, _ summary: String, _ parameters: [Parameter] = []) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
    }

    package static let blank = ControlVerb("", "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("name", &name)
        coder.required("summary", &summary)
        coder.required("parameters", &parameters)
    }
}

extension [ControlVerb] {
    /// Their names, for a sentence.
    var list: String { map(\.name).joined(separator: ", ") }
}
