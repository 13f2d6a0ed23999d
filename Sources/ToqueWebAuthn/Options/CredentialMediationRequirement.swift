/// How a client involves the user (Credential Management Level 1, section 2.3.2).
public enum CredentialMediationRequirement: String, Sendable, Hashable, CaseIterable {
    case silent, optional, conditional, required
}
