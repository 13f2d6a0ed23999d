import ToqueEncoding

/// How models read their members. They pass over members that they do not know, so that a newer server or client is
/// understood.
extension JSONReader {
    func text(_ name: String) throws(JSONMemberError) -> String { try member(name, expected: "a string").string() }

    func optionalText(_ name: String) throws(JSONMemberError) -> String? { try optional(name)?.string() }

    func optionalBool(_ name: String) throws(JSONMemberError) -> Bool? { try optional(name)?.bool() }

    func timestamp(_ name: String) throws(JSONMemberError) -> Timestamp {
        try member(name, expected: "an ISO 8601 date and time").timestamp()
    }

    func optionalTimestamp(_ name: String) throws(JSONMemberError) -> Timestamp? {
        try optional(name)?.timestamp()
    }

    private func timestamp() throws(JSONMemberError) -> Timestamp {
        guard let timestamp = Timestamp(try string()) else { throw mismatch(expected: "an ISO 8601 date and time") }
        return timestamp
    }

    func value<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _: Value.Type
    ) throws(JSONMemberError) -> Value {
        try member(name, expected: Value.allCases.map(\.rawValue).joined(separator: " or ")).choice()
    }

    func optionalValue<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _: Value.Type
    ) throws(JSONMemberError) -> Value? {
        try optional(name)?.choice()
    }

    /// A member that has one value only.
    func constant(_ name: String, _ value: JSON) throws(JSONMemberError) {
        let member = try member(name, expected: value.serialized())
        guard member.value == value else { throw member.mismatch(expected: value.serialized()) }
    }

    func model<Model: JSONModel>(_ name: String, _: Model.Type) throws(JSONMemberError) -> Model {
        try Model(member(name, expected: "an object"))
    }

    func optionalModel<Model: JSONModel>(_ name: String, _: Model.Type) throws(JSONMemberError) -> Model? {
        guard let reader = try optional(name) else { return nil }
        return try Model(reader)
    }

    func models<Model: JSONModel>(_: Model.Type) throws(JSONMemberError) -> [Model] {
        try map { (element) throws(JSONMemberError) in try Model(element) }
    }

    /// Binary: base64url, and, because the regulator's own examples have them, padding and the standard alphabet.
    func tolerantBase64URL() throws(JSONMemberError) -> [UInt8] {
        guard let (bytes, _) = Base64URL.decodeTolerant(try string()) else {
            throw base64URLMismatch(expected: "base64url")
        }
        return bytes
    }

    func bytes(_ name: String) throws(JSONMemberError) -> [UInt8] {
        try member(name, expected: "base64url").tolerantBase64URL()
    }
}

extension JSON {
    static func timestamp(_ timestamp: Timestamp?) -> JSON { text(timestamp?.description) }
}
