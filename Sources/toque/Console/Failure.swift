import ArgumentParser
import BiometricPixFlow
import CheckoutPresentation
import CredentialStore
import RiskSignals
import SoftAuthenticator
import ToqueEncoding
import ToqueWebAuthn
import VirtualKey
import WebAuthnClient

/// Turns any error into its line on stderr and its exit code.
enum Failure {
    /// - Returns: the exit code.
    static func report(_ error: any Error) -> Int32 {
        if let status = status(of: error) {
            let hint = hint(for: error).map { "; try: \($0)" } ?? ""
            Console.standard.error((String(describing: error).asClause + hint).onOneLine)
            return status.rawValue
        }
        // A child's exit code, handed on.
        if let code = error as? ExitCode { return code.rawValue }
        // What is left is the argument parser's own (help, the version, wrong usage), or a fault of ours.
        switch Toque.exitCode(for: error) {
        case .success:
            try? Console.standard.result(Toque.fullMessage(for: error))
            return ExitStatus.success.rawValue
        case .validationFailure:
            Console.standard.error(Toque.fullMessage(for: error))
            return ExitStatus.usage.rawValue
        default:
            Console.standard.error(String(describing: error).onOneLine)
            return ExitStatus.failed.rawValue
        }
    }

    /// What to try, for errors of the floors below: they know of no flag and no command.
    private static func hint(for error: any Error) -> String? {
        switch error {
        case PixClientError.unreachable: "toque simulate, which starts a server, or another --server"
        case PixClientError.interrupted: "the same command again"
        case PixClientError.unreadable, PixClientError.refused(_, 404, []):
            "another --server: this one does not speak the provider's API"
        case PixClientError.refused(_, 401, _): "--api-keys FILE, or TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET"
        case let error as ControlError: error.hint
        case let error as WebAuthnError where error.name == .securityError:
            "--origin https://HOST, where the RP ID is HOST or a domain above it"
        default: nil
        }
    }

    private static func status(of error: any Error) -> ExitStatus? {
        switch error {
        case let error as CommandError: error.status
        case RiskSignalsError.unreadableFixture, RiskSignalsError.stateNotKept, RiskSignalsError.damagedState:
            .unreachable
        case let error as WebAuthnError: error.isUnreachable ? .unreachable : .failed
        case is OptionsError, is JSONMemberError, is RiskSignalsError: .failed
        case let error as PixClientError: error.isUnreachable ? .unreachable : .failed
        case let error as ControlError: error.status
        case ApprovalError.connection: .unreachable
        case is ApprovalError: .failed
        case is CredentialStorageError, is FlowJournalError, is VirtualKeyError: .unreachable
        case is CancellationError: .failed
        default: nil
        }
    }
}
