import BiometricPixFlow
import Pages
import RiskSignals
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// Why a step failed, and what the person can do.
struct PhoneProblem: Error, Sendable {
    /// A code of the API, or the name of an error.
    let code: String
    let message: String
    let advice: PageText

    init(_ code: String, _ message: String, _ advice: PageText) {
        (self.code, self.message, self.advice) = (code, message, advice)
    }

    init(_ error: any Error) {
        switch error {
        case let problem as PhoneProblem: self = problem
        case let error as BelvoApiException: self.init(error)
        case let error as PixClientError: self.init(BelvoApiException(status: error))
        case BiometricPixError.ceremony(let error): self.init(error)
        case let error as WebAuthnError: self.init(error)
        case let error as BiometricPixError: self.init("options", "\(error)", .phoneAdviceOptions)
        case let error as OptionsError: self.init("options", "\(error)", .phoneAdviceOptions)
        case let error as RiskSignalsError: self.init("risk_signals", "\(error)", .phoneAdviceSignals)
        case let error as JSONMemberError: self.init("invalid", "\(error)", .phoneAdviceInput)
        case PixFlowError.concurrentUse: self.init("busy", "\(error)", .phoneAdviceAgain)
        default: self.init("unexpected", "\(error)", .phoneAdviceAgain)
        }
    }

    private init(_ error: BelvoApiException) {
        let advice: PageText =
            switch error.statusCode {
            case 0: .phoneAdviceUnreachable
            case 401, 403: .phoneAdviceKey
            case 400..<500: .phoneAdviceInput
            default: .phoneAdviceServer
            }
        self.init(
            error.errors.first?.code ?? (error.statusCode == 0 ? "no_answer" : "HTTP \(error.statusCode)"), "\(error)",
            advice)
    }

    private init(_ error: WebAuthnError) {
        self.init(error.name.rawValue, error.message, Self.advice(for: error.name))
    }

    /// Also for the errors of a browser's authenticator, which have the same names.
    static func advice(for name: WebAuthnError.Name) -> PageText {
        switch name {
        case .notAllowedError: .phoneAdviceNotAllowed
        case .invalidStateError: .phoneAdviceInvalidState
        case .securityError: .phoneAdviceSecurity
        case .notSupportedError, .constraintError: .phoneAdviceNotSupported
        case .abortError, .encodingError, .syntaxError, .typeError, .unknownError: .phoneAdviceAgain
        }
    }
}

extension BelvoApiException {
    fileprivate init(status error: PixClientError) {
        if case .refused(_, let status, let errors) = error {
            self.init(statusCode: status, errors: errors, message: "\(error)")
        } else {
            self.init(statusCode: 0, message: "\(error)")
        }
    }
}
