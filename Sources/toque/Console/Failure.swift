import ArgumentParser
import CredentialStore
import PixAPI
import RiskSignals
import SoftAuthenticator
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// Turns any error into its line on stderr and its exit code.
enum Failure {
    /// - Returns: the exit code.
    static func report(_ error: any Error) -> Int32 {
        if let status = status(of: error) {
            Console.standard.error(String(describing: error).onOneLine)
            return status.rawValue
        }
        // A child's exit code, handed on.
        if let code = error as? ExitCode { return code.rawValue }
        // What is left is the argument parser's own (help, the version, wrong usage), or a fault of ours.
        switch Toque.exitCode(for: error) {
        case .success:
            Console.standard.result(Toque.fullMessage(for: error))
            return ExitStatus.success.rawValue
        case .validationFailure:
            Console.standard.error(Toque.fullMessage(for: error))
            return ExitStatus.usage.rawValue
        default:
            Console.standard.error(String(describing: error).onOneLine)
            return ExitStatus.failed.rawValue
        }
    }

    private static func status(of error: any Error) -> ExitStatus? {
        switch error {
        case let error as CommandError: error.status
        case is WebAuthnError, is OptionsError, is JSONMemberError, is RiskSignalsError: .failed
        case let error as PixClientError: error.isUnreachable ? .unreachable : .failed
        case is CredentialStorageError: .unreachable
        case is CancellationError: .failed
        default: nil
        }
    }
}
