import ArgumentParser
import Attestation
import SoftAuthenticator
import ToqueCrypto

/// The attestation of a key's new credentials.
struct AttestationOptions: ParsableArguments {
    @Option(
        help: .init(
            "Attest with this certificate, followed by its chain (PEM).",
            discussion: "Default: one of the store's own authority; print its root with toque key attestation-ca.",
            valueName: "file"),
        completion: .file())
    var attestationCertificate: String?

    @Option(
        help: .init("Read the attestation certificate's private key (PEM) from this file.", valueName: "file"),
        completion: .file())
    var attestationKey: String?

    @Flag(help: "Attest with each credential's own key.")
    var selfAttestation = false

    @Option(
        name: .customLong("enterprise-rp-id"),
        help: .init(
            "Give enterprise attestation, which identifies this device, to this RP ID. Repeatable.",
            discussion: """
                A platform must enable it first. A platform that vouches for RP IDs itself gets it for any. The \
                certificate is one of the store's own authority.
                """,
            valueName: "rp-id"))
    var enterpriseRPIDs: [String] = []

    /// - Parameter lab: may fix the format, so that there is nothing to choose.
    func validate(for profile: AuthenticatorProfile, _ lab: LabOptions) throws {
        try RPIDOption.check(enterpriseRPIDs, "--enterprise-rp-id")
        guard (attestationCertificate == nil) == (attestationKey == nil) else {
            throw CommandError(
                .conflictingOptions, at: attestationKey == nil ? "--attestation-certificate" : "--attestation-key",
                "--attestation-certificate and --attestation-key require each other")
        }
        guard attestationCertificate == nil || !selfAttestation else {
            throw CommandError(.conflictingOptions, at: "--self-attestation", "excludes --attestation-certificate")
        }
        if lab.attestation != nil, selfAttestation {
            throw CommandError(
                .conflictingOptions, at: "--self-attestation", "excludes --attestation",
                hint: "pass --attestation packed-self")
        }
        if let chosen = lab.attestation, chosen.format != .packed || chosen.isSelf, attestationCertificate != nil {
            throw CommandError(
                .conflictingOptions, at: "--attestation-certificate",
                "requires --attestation packed, not \(chosen.name)")
        }
        let isUnused = attestationCertificate == nil && !selfAttestation && enterpriseRPIDs.isEmpty
        guard profile.attests || isUnused else {
            throw CommandError(
                .conflictingOptions, at: "--profile", "\(profile.name) makes no attestation",
                hint: "pass another --profile")
        }
    }

    /// - Parameter authority: the key's own.
    func source(
        for profile: AuthenticatorProfile, _ lab: LabOptions, authority: () throws -> AttestationAuthority
    ) throws -> AttestationSource {
        guard profile.attests, !selfAttestation, lab.attestation?.isSelf != true else { return .selfSigned }
        guard let attestationCertificate, let attestationKey else { return .authority(try authority()) }
        let certificates = try Input.bytes(of: attestationCertificate)
        let key = try SecretFile.read(attestationKey)
        do {
            return .certified(
                try AttestationIdentity(certificates: certificates, privateKey: key, aaguid: profile.aaguid))
        } catch {
            throw CommandError(.invalidContent, at: "--attestation-certificate, --attestation-key", "\(error)")
        }
    }

    /// - Parameter authority: the key's own.
    /// - Returns: nil for a key without enterprise attestation.
    func enterprise(
        for profile: AuthenticatorProfile, authority: () throws -> AttestationAuthority
    ) throws -> EnterpriseAttestation? {
        guard !enterpriseRPIDs.isEmpty else { return nil }
        return EnterpriseAttestation(
            vendorFacilitatedRPIDs: enterpriseRPIDs, identity: try authority().enterpriseIdentity(for: profile.aaguid))
    }
}
