import PixAPI
import SandboxKit

extension Enrollment: ShownModel {
    package var assumptions: [Behavior] {
        var assumptions = Behavior.of(details.status)
        if details.callbackURL == nil { assumptions.append(.callbackOptional) }
        guard let statusReasonCode else { return assumptions }
        assumptions += [.reasons] + Behavior.leading(to: statusReasonCode)
        // Later, the same reasons mean that the account holder or the bank revokes the enrollment.
        let ofRedirect: [StatusReasonCode] = [
            .rejectedByUser, .insufficientFunds, .redirectionBackFromInstitutionFailed,
        ]
        if status == .failed, ofRedirect.contains(statusReasonCode) { assumptions.append(.redirectReasons) }
        return assumptions
    }
}

extension PaymentIntent: ShownModel {
    package var assumptions: [Behavior] {
        [.userVerification] + (status == .pending ? [.pending] : []) + Behavior.leading(toFailure: failureCode)
    }
}

extension Charge: ShownModel {
    package var assumptions: [Behavior] {
        (status == .pending ? [.pending] : []) + Behavior.leading(toFailure: failureCode)
    }
}

extension BankAccount: ShownModel {
    package var assumptions: [Behavior] { [.bankAccountNames] }
}

extension AccessTokens: ShownModel {
    package var assumptions: [Behavior] { [.accessToken] }
}

extension Institution: ShownModel {}
extension Customer: ShownModel {}
extension PaymentTransaction: ShownModel {}

extension CustomerReference {
    var assumptions: [Behavior] {
        switch self {
        case .id: []
        case .identifier, .customer: [.customerObject]
        }
    }
}

extension Behavior {
    fileprivate static func of(_ status: EnrollmentDetailsStatus) -> [Behavior] {
        switch status {
        case .awaitingEnrollment: [.statusAfterRedirection, .expiresAtWhilePending]
        case .authorised: [.authorisedSpelling, .enrollmentValidity]
        case .rejected, .revoked: [.statusAfterErrors]
        case .awaitingAccountHolderValidation, .authorized, .error: []
        }
    }

    fileprivate static func leading(to reason: StatusReasonCode) -> [Behavior] {
        switch reason {
        case .biometricValidationError: [.verificationFailure]
        case .blockedByInstitutionSecurityPolicy: [.riskPolicy]
        default: []
        }
    }

    fileprivate static func leading(toFailure code: String?) -> [Behavior] {
        code.map { [.reasons] + leading(to: StatusReasonCode(rawValue: $0)) } ?? []
    }
}

extension BankRedirect {
    var assumptions: [Behavior] {
        switch outcome {
        case .approved: [.idToken]
        case .refused: []
        }
    }
}
