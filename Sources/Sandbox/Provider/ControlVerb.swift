import ToqueEncoding

/// An action on a provider's object or a tenant, or an event to trigger: `toque sandbox NAME ID`, `toque sandbox TOPIC
/// NAME`, `toque trigger NAME`.
public struct ControlVerb: JSONStructure, Hashable {
    /// A text parameter; an option of `toque`, such as `--external-id` for `external_id`.
    public struct Parameter: JSONStructure, Hashable {
        public private(set) var name: String
        /// One sentence with the default.
        public private(set) var summary: String
        /// The kind of its values in help, such as `amount`; nil for any text.
        public private(set) var kind: String?
        /// True if the action refuses to do without it.
        public private(set) var isRequired: Bool
        /// The accepted values; nil if they cannot be listed.
        public private(set) var values: [String]?
        /// The kinds of objects that it is for; nil for all that the action takes.
        public private(set) var objects: [String]?

        public init(
            _ name: String, _ summary: String, kind: String? = nil, isRequired: Bool = false, values: [String]? = nil,
            objects: [String]? = nil
        ) {
            (self.name, self.summary, self.kind) = (name, summary, kind)
            (self.isRequired, self.values, self.objects) = (isRequired, values, objects)
        }

        /// Without dashes: `external-id` for `external_id`.
        package var option: String { String(name.map { $0 == "_" ? "-" : $0 }) }

        package static let blank = Parameter("", "")

        package mutating func members(_ coder: inout JSONCoder) {
            coder.required("name", &name)
            coder.required("summary", &summary)
            coder.optional("kind", &kind)
            var required = isRequired ? true : nil
            coder.optional("required", &required)
            isRequired = required ?? false
            coder.optional("values", &values)
            coder.optional("objects", &objects)
        }
    }

    public private(set) var name: String
    /// One sentence.
    public private(set) var summary: String
    public private(set) var parameters: [Parameter]
    /// The required parameter that `toque` takes as a tenant action's operand; nil for none.
    public private(set) var operand: Parameter?
    /// The kinds of objects that an action takes, as in events; nil for any other verb.
    public private(set) var objects: [String]?

    public init(
        _ name: String, _ summary: String, _ parameters: [Parameter] = [], operand: Parameter? = nil,
        objects: [String]? = nil
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.operand = operand
        self.objects = objects
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
        coder.optional("objects", &objects)
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
