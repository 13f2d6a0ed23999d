import CeremonyDocuments
import RelyingParty

/// A rule of a strict policy that a case of the section breaks. With an exception in the policy, the case is valid.
enum W3CException: String, Sendable, Hashable, CaseIterable {
    case crossOrigin = "cross-origin"
    case topOrigin = "top-origin"
    case tpmVendor = "tpm-vendor"
    case androidKeyAuthorizations = "android-key-authorizations"
    case u2fAAGUID = "u2f-aaguid"

    /// Adds the exception for a case to a policy.
    func apply(to policy: inout VerificationPolicy, for definition: W3CCase) {
        switch self {
        case .crossOrigin: policy.allowCrossOrigin = true
        case .topOrigin: policy.topOrigins = definition.topOrigin.map { [$0] } ?? []
        case .tpmVendor: policy.tpmVendors = .any
        case .androidKeyAuthorizations: policy.androidKeyAuthorizations = .optional
        case .u2fAAGUID: policy.u2fAAGUID = .any
        }
    }

    /// The verdict without the exception.
    var code: VerdictCode {
        switch self {
        case .crossOrigin: .crossOriginNotAllowed
        case .topOrigin: .topOriginNotAllowed
        case .tpmVendor: .tpmVendorNotRegistered
        case .androidKeyAuthorizations: .androidKeyNotAuthorized
        case .u2fAAGUID: .attestationAAGUIDMismatch
        }
    }

    var reason: String {
        switch self {
        case .crossOrigin: "crossOrigin is true, which the policy does not allow"
        case .topOrigin: "topOrigin is none of the policy's"
        case .tpmVendor: "the TPM's manufacturer, id:00000000, is not registered with the TCG"
        case .androidKeyAuthorizations: "neither list of authorizations names origin and purpose of the key"
        case .u2fAAGUID: "a U2F key names an AAGUID that is not zero"
        }
    }

    /// Returns true if the rule applies to such a ceremony. Rules about client data apply to both, the others only to
    /// registrations.
    func concerns(_ ceremony: CeremonyDocument.Ceremony) -> Bool {
        switch (self, ceremony) {
        case (.crossOrigin, _), (.topOrigin, _), (_, .registration): true
        case (_, .authentication): false
        }
    }
}

extension W3CCase {
    /// True if its attestation chains to the section's trust root.
    var hasCertificate: Bool { attestation != .none && attestation != .packedSelf }

    /// The exceptions that make the case valid.
    var exceptions: [W3CException] {
        let clientData: [W3CException] = (crossOrigin ? [.crossOrigin] : []) + (topOrigin == nil ? [] : [.topOrigin])
        switch attestation {
        case .tpm: return clientData + [.tpmVendor]
        case .androidKey: return clientData + [.androidKeyAuthorizations]
        case .fidoU2F: return clientData + [.u2fAAGUID]
        case .none, .packedSelf, .packed, .apple: return clientData
        }
    }
}
