import ToqueCOSE

@testable import RelyingParty

/// A rule that a published case breaks and that a policy can relax, with the code of a policy that does not.
enum Relaxation: Sendable, CaseIterable {
    /// FIDO's conformance tools and the W3C vectors name manufacturers that the TCG has not registered.
    case tpmVendor
    /// TPMs that sign with SHA-1, for an attestation statement or also for the credential.
    case sha1
    /// A SafetyNet response that was not verified at the time of its making.
    case safetyNetAge
    /// Android keys with empty authorization lists.
    case androidKeyAuthorizations
    /// U2F keys with an AAGUID.
    case u2fAAGUID

    func apply(to policy: inout VerificationPolicy) {
        switch self {
        case .tpmVendor: policy.tpmVendors = .any
        case .sha1: policy.allowRS1 = true
        case .safetyNetAge: policy.safetyNetMaxAge = nil
        case .androidKeyAuthorizations: policy.androidKeyAuthorizations = .optional
        case .u2fAAGUID: policy.u2fAAGUID = .any
        }
    }

    /// The codes of the strict policy: SHA-1 has one for the credential key and one for the statement.
    var codes: [VerdictCode] {
        switch self {
        case .tpmVendor: [.tpmVendorNotRegistered]
        case .sha1: [.algorithmNotAllowed, .attestationAlgorithmNotAllowed]
        case .safetyNetAge: [.safetyNetExpired]
        case .androidKeyAuthorizations: [.androidKeyNotAuthorized]
        case .u2fAAGUID: [.attestationAAGUIDMismatch]
        }
    }
}

extension COSEAlgorithm {
    /// All relaxations of the published cases and more, RS1 last.
    static let offered = [-7, -8, -9, -19, -35, -36, -37, -38, -39, -47, -51, -52, -53, -257, -258, -259, -65535]
        .map(COSEAlgorithm.init(rawValue:))
}
