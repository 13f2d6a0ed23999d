import PixAPI

extension Enrollment: ShownModel {
    var assumptions: [Assumption] {
        var assumptions = Assumption.of(details.status)
        if details.callbackURL == nil { assumptions.append(.callbackOptional) }
        guard let statusReasonCode else { return assumptions }
        assumptions += [.reasons] + Assumption.leading(to: statusReasonCode)
        // Later the same reasons mean that the account holder or the bank takes the enrollment back.
        let ofRedirect: [StatusReasonCode] = [.rejectedByUser, .redirectionBackFromInstitutionFailed]
        if status == .failed, ofRedirect.contains(statusReasonCode) { assumptions.append(.redirectReasons) }
        return assumptions
    }
}

extension PaymentIntent: ShownModel {
    var assumptions: [Assumption] {
        [.userVerification] + (status == .pending ? [.pending] : []) + Assumption.leading(toFailure: failureCode)
    }
}

extension Charge: ShownModel {
    var assumptions: [Assumption] {
        (status == .pending ? [.pending] : []) + Assumption.leading(toFailure: failureCode)
    }
}

extension BankAccount: ShownModel {
    var assumptions: [Assumption] { [.bankAccountNames] }
}

extension AccessTokens: ShownModel {
    var assumptions: [Assumption] { [.accessToken] }
}

extension Institution: ShownModel {}
extension Customer: ShownModel {}
extension PaymentTransaction: ShownModel {}

extension CustomerReference {
    var assumptions: [Assumption] {
        switch self {
        case .id: []
        case .identifier, .customer: [.customerObject]
        }
    }
}

extension Assumption {
    fileprivate static func of(_ status: EnrollmentDetailsStatus) -> [Assumption] {
        switch status {
        case .awaitingEnrollment: [.statusAfterRedirection]
        case .authorised: [.authorisedSpelling, .enrollmentValidity]
        case .awaitingAccountHolderValidation, .authorized, .rejected, .revoked, .error: []
        }
    }

    fileprivate static func leading(to reason: StatusReasonCode) -> [Assumption] {
        switch reason {
        case .biometricValidationError: [.verificationFailure]
        case .blockedByInstitutionSecurityPolicy: [.riskPolicy]
        default: []
        }
    }

    fileprivate static func leading(toFailure code: String?) -> [Assumption] {
        code.map { [.reasons] + leading(to: StatusReasonCode(rawValue: $0)) } ?? []
    }
}

extension BankRedirect {
    var assumptions: [Assumption] {
        switch outcome {
        case .approved: [.idToken]
        case .refused: []
        }
    }
}
