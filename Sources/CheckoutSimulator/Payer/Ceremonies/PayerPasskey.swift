import CeremonyDocuments
import RelyingParty
import Sandbox
import SandboxKit
import ToqueEncoding

/// A credential that the payer registered, on the first visit or later on request.
struct PayerPasskey: StoredModel, JSONStructure, Hashable {
    static let kind = "payer_passkey"
    static let blank = PayerPasskey(
        rpID: "",
        StoredCredential(
            id: [], publicKey: [], signCount: 0, backupEligible: false, backupState: false, userHandle: nil))

    private(set) var rpID: String
    private(set) var credential: StoredCredential
    var id: String { Base64URL.encode(credential.id) }

    init(rpID: String, _ credential: StoredCredential) {
        self.rpID = rpID
        self.credential = credential
    }

    /// The newest ones of an RP ID: the sandbox may have had another name before.
    /// - Parameter used: the credential ID of an approval, whose passkey is there too, however old it is; nil for none.
    static func all(of rpID: String, used: [UInt8]?, _ transaction: ReadTransaction) throws -> [PayerPasskey] {
        var found = try transaction.objects(kind: kind, limit: 32).bodies.map { try PayerPasskey(json: $0) }
        if let used, !found.contains(where: { $0.credential.id == used }) {
            found += [try find(Base64URL.encode(used), transaction)].compactMap { $0 }
        }
        return found.filter { $0.rpID == rpID }
    }

    mutating func members(_ coder: inout JSONCoder) {
        var id = id
        coder.required("id", &id)
        coder.required("rp_id", &rpID)
        coder.required("credential", &credential)
    }
}
