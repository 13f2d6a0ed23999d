import ToqueCrypto
import ToqueEncoding

/// The content of a payer's page: the payment to approve, and the ceremonies that approve it.
public struct ApprovalRequest: Sendable, Hashable {
    public let payee: String
    /// As signed, in the currency's major units.
    public let amount: String
    private let value: ExactDecimal
    public let currency: String
    public let reference: String
    /// The provider's ID of the payment.
    public let object: String
    /// base64url of 16 random bytes, which make the challenge unique.
    public let chance: String
    public let expiresAt: Timestamp?
    /// PublicKeyCredentialCreationOptionsJSON; nil if the payer has a passkey, or a button is enough.
    public let registration: JSON?
    /// PublicKeyCredentialRequestOptionsJSON; nil if a button is enough.
    public let authentication: JSON?

    /// - Throws: `JSONMemberError` if it is not such a page.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        payee = try reader.member("payee", expected: "a string").string()
        let amount = try reader.member("amount", expected: "a string")
        self.amount = try amount.string()
        guard let value = ExactDecimal(self.amount) else { throw amount.mismatch(expected: "a decimal number") }
        self.value = value
        currency = try reader.member("currency", expected: "a string").string()
        reference = try reader.member("reference", expected: "a string").string()
        object = try reader.member("object", expected: "a string").string()
        expiresAt = try reader.optional("expires_at").map { (reader) throws(JSONMemberError) in
            try Timestamp.read(reader)
        }
        registration = try reader.optional("registration")?.value
        authentication = try reader.optional("authentication")?.value
        chance = try reader.optional("chance")?.string() ?? ""
    }

    /// The signed data: the payment as canonical JSON (RFC 8785), so another payee or amount has another challenge.
    public var canonicalJSON: [UInt8] {
        JSON.object([
            "amount": .string(amount), "chance": .string(chance), "currency": .string(currency),
            "object": .string(object), "payee": .string(payee), "reference": .string(reference),
        ]).utf8
    }

    /// The WebAuthn challenge for this payment.
    public var challenge: [UInt8] { Digest.sha256(canonicalJSON) }

    /// The form on the screen.
    public var summary: PaymentSummary {
        PaymentSummary(payee: payee, amount: value, currency: currency, reference: reference)
    }
}
