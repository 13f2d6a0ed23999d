import ToqueWebAuthn

/// What stays true for a credential as long as it lives, besides its key.
struct CredentialTraits: Sendable, Hashable {
    var protection: CredentialProtectionPolicy
    var isForThirdPartyPayment: Bool
    var backup: BackupState
    var counter: CounterBehavior.Kind

    /// Whether it may be used in an assertion (CTAP 2.3 section 6.2.2, step 7).
    /// - Parameter isListed: the request names it, in its allow list.
    func permitsUse(userVerified: Bool, isListed: Bool) -> Bool {
        switch protection {
        case .userVerificationOptional: true
        case .userVerificationOptionalWithCredentialIDList: userVerified || isListed
        case .userVerificationRequired: userVerified
        }
    }
}

extension PublicKeyCredentialSource {
    var traits: CredentialTraits {
        CredentialTraits(
            protection: protection, isForThirdPartyPayment: isForThirdPartyPayment, backup: backup,
            counter: counter)
    }
}
