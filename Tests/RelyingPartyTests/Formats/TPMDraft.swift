import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

/// A TPM's statement in parts, valid until a test changes one.
struct TPMDraft: Sendable {
    var credential: COSEAlgorithm = .es256
    var algorithm: COSEAlgorithm = .es256
    var signer: KeyType = .ec(.p256)
    /// Changes pubArea before certInfo names it.
    var changeArea: @Sendable (inout TPMPublicArea) -> Void = { _ in }
    /// Changes certInfo before signing.
    var changeAttest: @Sendable (inout TPMAttest) -> Void = { _ in }
    /// Changes the bytes of certInfo.
    var changeCertInfo: @Sendable (inout [UInt8]) -> Void = { _ in }
    /// Changes the finished statement.
    var changeStatement: @Sendable (inout TPMStatement) -> Void = { _ in }
    /// Changes the certificate and the relying party's expectation.
    var change: @Sendable (inout FormatDraft) -> Void = { _ in }

    func draft() throws -> FormatDraft {
        let (key, publicKey) = try FormatDraft.pair("attestation", signer)
        var draft = FormatDraft(
            credential: try .of(credential), algorithm: algorithm, certified: publicKey
        ) { draft, x5c in .tpm(try statement(draft, draft.signer ?? key, x5c)) }
        draft.certificate.subject = DistinguishedName()
        draft.certificate.extensions = try [
            .basicConstraints(isAuthority: false), .tpmPurpose(), .tpmName(), .aaguid(),
        ]
        change(&draft)
        return draft
    }

    /// - Parameter draft: `algorithm` is the statement's alg; the key signs with the TPM's own.
    func statement(_ draft: FormatDraft, _ key: SigningKey, _ x5c: [[UInt8]]) throws -> TPMStatement {
        var area = try #require(TPMPublicArea(draft.credential.publicKey.parameters, objectAttributes: 0x0006_0472))
        changeArea(&area)
        let digest = try #require(TPMScheme(algorithm)?.hash.digest)
        var attest = TPMAttest(
            qualifiedSigner: [0, 11, 1, 2, 3], extraData: Digest.hash(digest, draft.message),
            clockInfo: .init(clock: 123_456_789, resetCount: 7, restartCount: 8, safe: 1),
            firmwareVersion: 0x0102_0304_0506_0708, name: area.name ?? [], qualifiedName: [0, 11, 4, 5, 6])
        changeAttest(&attest)
        var certInfo = attest.encoded
        changeCertInfo(&certInfo)
        let scheme = try #require(algorithm.scheme)
        var statement = TPMStatement(
            version: "2.0", algorithm: draft.algorithm ?? algorithm, x5c: x5c,
            signature: try key.sign(certInfo, scheme: scheme), certInfo: certInfo, pubArea: area.encoded)
        changeStatement(&statement)
        return statement
    }

    func verdict(_ policy: VerificationPolicy = Expected.policy) throws -> Verdict<[AttestationConclusion]> {
        try draft().verdict(policy)
    }
}

extension CertificateExtension {
    /// The extended key usage of attestation identity keys.
    static func tpmPurpose(_ identifier: String = "2.23.133.8.3") throws -> CertificateExtension {
        try .extendedKeyUsage([identifier])
    }

    /// A subject alternative name that identifies the TPM.
    static func tpmName(
        _ manufacturer: String? = "id:494E5443", model: String? = "Model", version: String? = "id:00010002",
        isCritical: Bool = true
    ) throws -> CertificateExtension {
        let attributes: [(DistinguishedName.Attribute, String?)] = [
            (.tpmManufacturer, manufacturer), (.tpmModel, model), (.tpmVersion, version),
        ]
        let entries = attributes.compactMap { attribute, value in
            value.map { DistinguishedName.Entry(attribute, $0) }
        }
        // All in one relative name, as in the profile's example.
        let name = DistinguishedName(relativeNames: [entries])
        return try .subjectAlternativeNames(directories: [name], isCritical: isCritical)
    }
}

extension [CertificateExtension] {
    /// Replaces the extension that has the same identifier.
    mutating func replace(_ replacement: CertificateExtension?) {
        guard let replacement else { return }
        remove(replacement.identifier)
        append(replacement)
    }

    mutating func remove(_ identifier: String) { removeAll { $0.identifier == identifier } }
}
