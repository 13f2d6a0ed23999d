import ToqueWebAuthn

/// The signature counters of credentials (WebAuthn section 6.1.1). What a signature carries is durable before it
/// leaves.
extension CredentialEngine {
    /// Gives a new credential its own counter, where it is to have one.
    func startCounter(of id: [UInt8], _ traits: CredentialTraits) throws(CredentialStorageError) {
        guard traits.counter == .own, let behavior = profile.overrides.counter else { return }
        try storage.updateCounter(of: id) { $0 = CredentialCounter(behavior) }
    }

    /// What the counter says when a credential is registered: a global one as it stands, else where it starts.
    func firstSignCount(of id: [UInt8], _ traits: CredentialTraits) throws(CredentialStorageError) -> UInt32 {
        switch traits.counter {
        case .none: 0
        case .shared: try storage.signCount()
        case .own: try storage.updateCounter(of: id) { $0?.value ?? 0 }
        }
    }

    /// What the counter says of the next signature.
    func nextSignCount(of credential: LocatedCredential) throws(CredentialStorageError) -> UInt32 {
        let behavior = profile.overrides.counter
        switch behavior?.kind ?? credential.traits.counter {
        case .none: return 0
        case .shared: return try storage.nextSignCount()
        case .own:
            return try storage.updateCounter(of: credential.id) { stored in
                var counter = stored ?? CredentialCounter(behavior ?? .perCredential(start: 0))
                let value = counter.advance(as: behavior)
                stored = counter
                return value
            }
        }
    }
}
