import ToqueCOSE
import ToqueWebAuthn

/// The outcome of a ceremony: the checks, and either a value or the first failure.
public struct Verdict<Value: Sendable>: Sendable {
    /// The checks in the specification's order, up to the one that failed.
    public let checks: [Check]
    public let result: Result<Value, VerificationFailure>

    public var isValid: Bool { failure == nil }

    /// The value for the relying party to store or act on; nil if the ceremony failed.
    public var value: Value? { try? result.get() }

    /// Why the ceremony failed; nil if it is valid.
    public var failure: VerificationFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }
}

extension Verdict: Equatable where Value: Equatable {}

/// The result of a valid registration.
public struct RegisteredCredential: Sendable, Hashable {
    /// The record to store.
    public let credential: StoredCredential
    public let attestation: AttestationResult
    public let flags: AuthenticatorData.Flags
    public let algorithm: COSEAlgorithm
}

/// The result of a valid assertion.
public struct AuthenticatedCredential: Sendable, Hashable {
    /// The record to store, with its new signature counter and backup state.
    public let credential: StoredCredential
    public let flags: AuthenticatorData.Flags
}

/// Why a ceremony is refused.
public struct VerificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: VerdictCode
    /// A sentence for people: the value found and the expected one.
    public let message: String

    public init(_ code: VerdictCode, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code.rawValue): \(message)" }
}
