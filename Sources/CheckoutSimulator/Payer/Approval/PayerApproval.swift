import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// What a payer is asked to approve. The page shows it, and its digest is the WebAuthn challenge: what was shown is what
/// is signed. Whether there is something to decide is the payment's own state to say.
package struct PayerApproval: StoredModel, Hashable {
    package static let kind = "payer_approval"
    /// For a provider's `indexes`.
    package static let index = ObjectIndex("$.object")

    /// 32 hexadecimal digits of chance: who knows them may decide, as they stand in the page's URL.
    package private(set) var id: String
    /// Id of the payment.
    package private(set) var object: String
    package var payee: String
    /// Plain decimal digits, in the currency's major unit.
    package var amount: String
    package var currency: String
    package var reference: String
    /// When the payment's own clock ends it; nil where none does.
    package var expiresAt: Timestamp?
    /// Makes each challenge another one.
    private(set) var chance: [UInt8]

    /// Makes the approval of a payment, and stores it.
    /// - Parameter amount: plain decimal digits.
    @discardableResult
    package static func open(
        for object: String, amount: String, currency: String, reference: String, expiresAt: Timestamp?,
        _ transaction: Transaction
    ) throws -> PayerApproval {
        let random = try transaction.random()
        let approval = PayerApproval(
            id: Hex.encode(random.bytes(16)), object: object, payee: PayerSeeds.shopName, amount: amount,
            currency: currency, reference: reference, expiresAt: expiresAt, chance: random.bytes(16))
        try PayerSeeds.plantAccount(currency, transaction)
        try approval.save(transaction)
        return approval
    }

    /// The newest approval of a payment; nil where it has none.
    package static func of(_ object: String, _ transaction: ReadTransaction) throws -> PayerApproval? {
        try transaction.objects(kind: kind, filters: [.equals("$.object", object)], limit: 1).bodies.first.map {
            try PayerApproval(json: $0)
        }
    }

    /// The address of a page on which it is decided.
    /// - Parameter publicURL: where the sandbox is reached.
    package func url(_ page: PayerPage, publicURL: String) -> String {
        PayerOrigin(publicURL: publicURL).base + page.path(of: self)
    }

    // MARK: Challenges

    /// A decision uses its challenge up.
    mutating func renew(_ random: any RandomSource) { chance = random.bytes(16) }

    /// What the challenge is the digest of: members in the order of their names and without white space, as RFC 8785
    /// has them.
    var signed: JSON {
        [
            "amount": .string(amount), "chance": .base64URL(chance), "currency": .string(currency),
            "object": .string(object), "payee": .string(payee), "reference": .string(reference),
        ]
    }

    /// Of the authentication.
    var challenge: [UInt8] { Digest.sha256(signed.utf8) }

    /// Of the registration that may come before it.
    var registrationChallenge: [UInt8] { Digest.sha256(Array("registration ".utf8) + challenge) }
}

extension PayerApproval: JSONStructure {
    package static let blank = PayerApproval(
        id: "", object: "", payee: "", amount: "", currency: "", reference: "", expiresAt: nil, chance: [])

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("object", &object)
        coder.required("payee", &payee)
        coder.required("amount", &amount)
        coder.required("currency", &currency)
        coder.required("reference", &reference)
        coder.optional("expires_at", &expiresAt)
        coder.bytes("chance", &chance)
    }
}
