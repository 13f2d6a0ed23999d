import ToqueWebAuthn

/// The signature counters of credentials (WebAuthn section 6.1.1). A counter's value is durable before the signature
/// leaves.
extension CredentialEngine {
    /// Gives a new credential its own counter, if its behavior has one.
    func startCounter(of id: [UInt8], _ traits: CredentialTraits) throws(CredentialStorageError) {
        guard traits.counter == .own, let behavior = profile.overrides.counter else { return }
        try storage.updateCounter(of: id) { $0 = CredentialCounter(behavior) }
    }

    /// The counter's value at registration: the current value of a global one, otherwise the initial value.
    func firstSignCount(of id: [UInt8], _ traits: CredentialTraits) throws(CredentialStorageError) -> UInt32 {
        switch traits.counter {
        case .none: 0
        case .shared: try storage.signCount()
        case .own: try storage.updateCounter(of: id) { $0?.value ?? 0 }
        }
    }

    /// The counter's value for the next signature.
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
