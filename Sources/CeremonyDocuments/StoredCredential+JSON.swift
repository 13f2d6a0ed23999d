import RelyingParty
import ToqueEncoding
import ToqueWebAuthn

extension StoredCredential: JSONModel, JSONValue {
    /// Reads a document's `credential`: `id`, `publicKey` (a COSE_Key), `signCount` (0 to 2^32 - 1), `backupEligible`,
    /// `backupState`, and the optional `userHandle`. Bytes are base64url.
    /// - Throws: an error with the member's path, also for an unknown member.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        try reader.expectNoMembers(
            besides: ["id", "publicKey", "signCount", "backupEligible", "backupState", "userHandle"])
        self.init(
            id: try reader.filledBase64URL("id"),
            publicKey: try reader.member("publicKey", expected: "a COSE_Key as base64url").base64URL(),
            signCount: UInt32(try reader.member("signCount", expected: "an integer").int(in: 0...Int(UInt32.max))),
            backupEligible: try reader.member("backupEligible", expected: "true or false").bool(),
            backupState: try reader.member("backupState", expected: "true or false").bool(),
            userHandle: try reader.optional("userHandle")?.base64URL())
    }

    /// The credential in the form that `init(_:)` reads.
    public var json: JSON {
        var json: JSONObject = [
            "id": .base64URL(id), "publicKey": .base64URL(publicKey), "signCount": .int(signCount),
            "backupEligible": .bool(backupEligible), "backupState": .bool(backupState),
        ]
        json["userHandle"] = userHandle.map { .base64URL($0) }
        return .object(json)
    }
}
