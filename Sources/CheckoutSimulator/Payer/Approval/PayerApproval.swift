import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// A payment for a payer to approve. The page shows it, and its digest is the WebAuthn challenge, so the payer signs
/// what the page shows. The payment's own state determines whether a decision is still possible.
package struct PayerApproval: StoredModel, Hashable {
    package static let kind = "payer_approval"
    /// For a provider's `indexes`.
    package static let index = ObjectIndex("$.object")

    /// 32 random hexadecimal digits. They are in the page's URL; anybody who knows them can decide.
    package private(set) var id: String
    /// The payment's ID.
    package private(set) var object: String
    package var payee: String
    /// Plain decimal digits, in the currency's major unit.
    package var amount: String
    package var currency: String
    package var reference: String
    /// The time at which the payment expires; nil if it does not.
    package var expiresAt: Timestamp?
    /// Makes each challenge unique.
    private(set) var chance: [UInt8]

    /// Creates and stores the approval of a payment.
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

    /// The newest approval of a payment; nil if it has none.
    package static func of(_ object: String, _ transaction: ReadTransaction) throws -> PayerApproval? {
        try transaction.objects(kind: kind, filters: [.equals("$.object", object)], limit: 1).bodies.first.map {
            try PayerApproval(json: $0)
        }
    }

    /// The address of the page for the decision.
    /// - Parameter publicURL: the sandbox's public URL.
    package func url(_ page: PayerPage, publicURL: String) -> String {
        PayerOrigin(publicURL: publicURL).base + page.path(of: self)
    }

    // MARK: Challenges

    /// Replaces the challenge, which a decision has used up.
    mutating func renew(_ random: any RandomSource) { chance = random.bytes(16) }

    /// The input of the challenge's digest: members sorted by name, without white space, as in RFC 8785.
    var signed: JSON {
        [
            "amount": .string(amount), "chance": .base64URL(chance), "currency": .string(currency),
            "object": .string(object), "payee": .string(payee), "reference": .string(reference),
        ]
    }

    /// The authentication's challenge.
    var challenge: [UInt8] { Digest.sha256(signed.utf8) }

    /// The challenge of a registration before it.
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
