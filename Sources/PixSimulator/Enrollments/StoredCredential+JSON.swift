import PixAPI
import RelyingParty
import ToqueEncoding

extension StoredCredential: JSONModel {
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let signCount = try reader.member("sign_count")
        guard let count = UInt32(exactly: try signCount.int()) else {
            throw signCount.mismatch(expected: "a signature counter")
        }
        self.init(
            id: try reader.member("id").base64URL(), publicKey: try reader.member("public_key").base64URL(),
            signCount: count, backupEligible: try reader.member("backup_eligible").bool(),
            backupState: try reader.member("backup_state").bool(),
            userHandle: try reader.optional("user_handle")?.base64URL())
    }

    public var json: JSON {
        [
            "id": .base64URL(id), "public_key": .base64URL(publicKey), "sign_count": .int(signCount),
            "backup_eligible": .bool(backupEligible), "backup_state": .bool(backupState),
            "user_handle": userHandle.map { .base64URL($0) } ?? .null,
        ]
    }
}
