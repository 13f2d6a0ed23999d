import ToqueEncoding

/// An action on a provider's object or a tenant, or an event to trigger: `toque sandbox NAME ID`, `toque sandbox TOPIC
/// NAME`, `toque trigger NAME`.
public struct ControlVerb: JSONStructure, Hashable {
    /// A text parameter; an option of `toque`, such as `--external-id` for `external_id`.
    public struct Parameter: JSONStructure, Hashable {
        public private(set) var name: String
        /// One sentence with the default.
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
    /// The required parameter that `toque` takes as a tenant action's operand; nil for none.
    public private(set) var operand: Parameter?

    public init(_ name: String, _ summary: String, _ parameters: [Parameter] = [], operand: Parameter? = nil) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.operand = operand
    }

    /// - Throws: `SandboxError` for the first parameter that is not declared.
    func check(_ parameters: JSONObject) throws(SandboxError) {
        let known = Set(self.parameters.map(\.name))
        guard let other = parameters.names.first(where: { !known.contains($0) }) else { return }
        throw .invalid(other, "\(name) has no such parameter.")
    }

    package static let blank = ControlVerb("", "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("name", &name)
        coder.required("summary", &summary)
        coder.required("parameters", &parameters)
        coder.optional("operand", &operand)
    }
}

/// For names that the provider does not declare. The engine refuses them before it calls the provider.
extension SandboxError {
    public static func unknownAction(_ name: String) -> SandboxError { .notFound("There is no action \(name).") }
    public static func unknownEvent(_ name: String) -> SandboxError {
        .invalid("event", "There is no event \(name.quoted).")
    }
}

extension [ControlVerb] {
    /// Their names, for a sentence.
    var list: String { map(\.name).joined(separator: ", ") }
}
