import ToqueEncoding

/// A form of texts in requests: the check, the expectation in errors, and the schema.
struct TextForm: Sendable {
    let expectation: String
    let schema: JSONSchema
    let takes: @Sendable (String) -> Bool

    init(_ expectation: String, _ schema: JSONSchema, takes: @escaping @Sendable (String) -> Bool) {
        self.expectation = expectation
        self.schema = schema
        self.takes = takes
    }
}

/// Members with the providers' documented limits.
extension JSONCoder {
    /// An optional text of a form.
    mutating func optional(_ name: String, _ text: inout String?, _ form: TextForm) {
        optional(name, &text, form.schema)
        let value = text
        check(name, value.map(form.takes) ?? true ? nil : form.expectation)
    }

    /// A required text of a form.
    mutating func required(_ name: String, _ text: inout String, _ form: TextForm) {
        required(name, &text, form.schema)
        let value = text
        check(name, form.takes(value) ? nil : form.expectation)
    }

    /// An object with members; all of its faults are reported.
    mutating func part<Part: JSONStructure>(_ name: String, _ value: inout Part?) {
        var part = value ?? .blank
        object(name, .optional, isAbsent: value == nil) { part.members(&$0) }
        if let isThere = has(name) { value = isThere ? part : nil }
    }

    /// A list, omitted if empty. In a request, its elements have the request's schema, whatever their own is.
    /// - Parameter read: reads an element whose checks need other members.
    mutating func list<Element: JSONStructure>(
        _ name: String, _ elements: inout [Element],
        read: (JSONReader) throws(JSONMemberError) -> Element = { (reader) throws(JSONMemberError) in
            try Element(reader)
        }
    ) {
        let isRequest = isRequest
        member(
            name, &elements, .optional, { .array(of: Element.blank.described(isRequest: isRequest)) },
            expecting: { [Element].expectation },
            read: { (reader) throws(JSONMemberError) in try reader.map(read) },
            write: { $0.isEmpty ? .null : $0.json })
    }
}

extension JSONStructure {
    /// The schema of this structure as a part of a request or a response.
    fileprivate func described(isRequest: Bool) -> JSONSchema {
        var (copy, coder) = (self, JSONCoder.describing(isRequest: isRequest))
        copy.members(&coder)
        return coder.schema
    }
}
