import ToqueEncoding

/// `payment_method_details.open_finance_biometric_pix`: who is paid, and by which device.
public struct PaymentMethodDetails: JSONModel, Hashable {
    public var beneficiaryBankAccount: String
    public var enrollment: String

    public init(beneficiaryBankAccount: String, enrollment: String) {
        self.beneficiaryBankAccount = beneficiaryBankAccount
        self.enrollment = enrollment
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        beneficiaryBankAccount = try reader.text("beneficiary_bank_account")
        enrollment = try reader.text("enrollment")
    }

    public var json: JSON {
        ["beneficiary_bank_account": .string(beneficiaryBankAccount), "enrollment": .string(enrollment)]
    }
}
