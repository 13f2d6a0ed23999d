import ArgumentParser
import Attestation
import SoftAuthenticator
import ToqueCrypto

/// What a key attests its new credentials with.
struct AttestationOptions: ParsableArguments {
    @Option(
        help: .init(
            "The attestation certificate, then those that lead to its root, in PEM.",
            discussion: "Default: one of the store's own authority; toque key attestation-ca prints its root.",
            valueName: "file"),
        completion: .file())
    var attestationCertificate: String?

    @Option(help: .init("The attestation certificate's private key, in PEM.", valueName: "file"), completion: .file())
    var attestationKey: String?

    @Flag(help: "Attest with each credential's own key.")
    var selfAttestation = false

    @Option(
        name: .customLong("enterprise-rp-id"),
        help: .init(
            "Be capable of enterprise attestation, which names this one device, and give it to this RP ID. Repeatable.",
            discussion: """
                A platform enables it first; one that answers for an RP ID itself gets it for any. The certificate is \
                one of the store's own authority.
                """,
            valueName: "rp-id"))
    var enterpriseRPIDs: [String] = []

    /// - Parameter lab: what has a format of its own may leave nothing to choose here.
    func validate(for profile: AuthenticatorProfile, _ lab: LabOptions) throws {
        try RPIDOption.check(enterpriseRPIDs, "--enterprise-rp-id")
        guard (attestationCertificate == nil) == (attestationKey == nil) else {
            throw ValidationError("--attestation-certificate and --attestation-key go together")
        }
        guard attestationCertificate == nil || !selfAttestation else {
            throw ValidationError("--attestation-certificate and --self-attestation exclude each other")
        }
        if lab.attestation != nil, selfAttestation {
            throw ValidationError(
                "--self-attestation and --attestation exclude each other: try --attestation packed-self")
        }
        if let chosen = lab.attestation, chosen.format != .packed || chosen.isSelf, attestationCertificate != nil {
            throw ValidationError(
                "--attestation-certificate goes with --attestation packed, not with \(chosen.name)")
        }
        let isUnused = attestationCertificate == nil && !selfAttestation && enterpriseRPIDs.isEmpty
        guard profile.attests || isUnused else {
            throw ValidationError("profile \(profile.name) makes no attestation; choose another --profile")
        }
    }

    /// - Parameter authority: the one of the key itself.
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
            throw CommandError(.failed, "--attestation-certificate, --attestation-key: \(error)")
        }
    }

    /// - Parameter authority: the one of the key itself.
    /// - Returns: nil for a key that is not capable of enterprise attestation.
    func enterprise(
        for profile: AuthenticatorProfile, authority: () throws -> AttestationAuthority
    ) throws -> EnterpriseAttestation? {
        guard !enterpriseRPIDs.isEmpty else { return nil }
        return EnterpriseAttestation(
            vendorFacilitatedRPIDs: enterpriseRPIDs, identity: try authority().enterpriseIdentity(for: profile.aaguid))
    }
}
