import ToqueCOSE
import ToqueWebAuthn

/// The outcome of a ceremony: what was checked, and either a value or the first failure.
public struct Verdict<Value: Sendable>: Sendable {
    /// The checks made, in the specification's order, up to the one that failed.
    public let checks: [Check]
    public let result: Result<Value, VerificationFailure>

    public var isValid: Bool { failure == nil }

    /// What the relying party keeps or acts on; nil where the ceremony failed.
    public var value: Value? { try? result.get() }

    /// Why the ceremony failed; nil where it is valid.
    public var failure: VerificationFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }
}

extension Verdict: Equatable where Value: Equatable {}

/// What a valid registration gives.
public struct RegisteredCredential: Sendable, Hashable {
    /// The record to be stored.
    public let credential: StoredCredential
    public let attestation: AttestationResult
    public let flags: AuthenticatorData.Flags
    public let algorithm: COSEAlgorithm
}

/// What a valid assertion gives.
public struct AuthenticatedCredential: Sendable, Hashable {
    /// The record with its new signature counter and backup state, to be stored.
    public let credential: StoredCredential
    public let flags: AuthenticatorData.Flags
}

/// Why a ceremony is refused.
public struct VerificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: VerdictCode
    /// One sentence for people: what was found and what was expected.
    public let message: String

    public init(_ code: VerdictCode, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code.rawValue): \(message)" }
}
