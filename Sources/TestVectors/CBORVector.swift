import ToqueCBOR
import ToqueEncoding

/// An input for a decoder of CTAP2's canonical CBOR form.
public struct CBORVector: Sendable, Hashable {
    public var id: String
    public var input: [UInt8]
    /// Why the input is not in canonical form, for people; our sets use our decoder's messages (`CBORError`). nil if it
    /// is canonical.
    public var reason: String?

    public init(id: String, input: [UInt8], reason: String? = nil) {
        self.id = id
        self.input = input
        self.reason = reason
    }

    public var json: JSON {
        var json: JSONObject = ["id": .string(id), "input": .base64URL(input), "canonical": .bool(reason == nil)]
        json["reason"] = reason.map(JSON.string)
        return .object(json)
    }

    /// - Throws: an error with the member's path, also for an unknown member.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        try reader.expectNoMembers(besides: ["id", "input", "canonical", "reason"])
        let reason = try reader.optional("reason")
        let isCanonical = try reader.member("canonical", expected: "true or false").bool()
        if isCanonical, let reason { throw reason.mismatch(expected: "none beside a canonical input") }
        self.init(
            id: try reader.member("id", expected: "a string").string(),
            input: try reader.member("input", expected: "base64url").base64URL(),
            reason: isCanonical ? nil : try reader.member("reason", expected: "a string").string())
    }

    /// Returns true if our decoder agrees with the vector.
    public var isAsExpected: Bool { (try? CBOR(decoding: input)) != nil ? reason == nil : reason != nil }
}
