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
    static func all(of rpID: String, _ transaction: ReadTransaction) throws -> [PayerPasskey] {
        try transaction.objects(kind: kind, limit: 32).bodies.map {
            try PayerPasskey(json: $0)
        }.filter { $0.rpID == rpID }
    }

    mutating func members(_ coder: inout JSONCoder) {
        var id = id
        coder.required("id", &id)
        coder.required("rp_id", &rpID)
        coder.required("credential", &credential)
    }
}
