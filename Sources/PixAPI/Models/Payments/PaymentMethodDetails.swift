import ToqueEncoding

/// `payment_method_details.open_finance_biometric_pix`: the payee, and the device to authorize with.
public struct PaymentMethodDetails: JSONModel, Hashable {
    public var beneficiaryBankAccount: String
    public var enrollment: String

    public init(beneficiaryBankAccount: String, enrollment: String) {
        self.beneficiaryBankAccount = beneficiaryBankAccount
        self.enrollment = enrollment
    }
}

extension PaymentMethodDetails: JSONStructure {
    package static let blank = Self(beneficiaryBankAccount: "", enrollment: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("beneficiary_bank_account", &beneficiaryBankAccount)
        coder.id("enrollment", &enrollment)
    }
}
