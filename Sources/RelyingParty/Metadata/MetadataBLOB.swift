import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The BLOB of the FIDO Metadata Service, version 3: what is known of authenticator models, signed by the service.
///
/// A class, as the policy that holds it is copied for each ceremony.
public final class MetadataBLOB: Sendable, Hashable {
    /// The common name of the certificate that the FIDO Alliance signs with.
    public static let serviceName = "mds.fidoalliance.org"
    /// Bytes. The service's own BLOB has a tenth of it.
    public static let maximumSize = 64 << 20

    /// `no`, which grows with each BLOB. Who keeps the highest one seen finds out about an old BLOB in the place of a
    /// new one.
    public let number: Int
    /// The last day, in UTC, on which this BLOB counts as the present one.
    public let nextUpdate: CivilDate
    /// The terms of the service.
    public let legalHeader: String?
    /// The models of FIDO2 and U2F.
    public let entries: [MetadataEntry]

    /// Positions in `entries`.
    private let positionsByAAGUID: [AAGUID: [Int]]
    private let positionsByKeyIdentifier: [[UInt8]: [Int]]
    /// Those of all entries that say which attestation key others know.
    let attestationKeyReports: [StatusReport]
    /// Of the signed text; the same text says the same.
    private let digest: [UInt8]

    /// Reads a BLOB by the processing rules of section 3.2. `x5u` is not followed: the certificates must be in `x5c`.
    /// Revocation of the signer's certificates is not looked at.
    /// - Parameters:
    ///   - bytes: the file as the service serves it, a JWS in compact form; white space at its end is passed over.
    ///   - roots: what the signer's certificates must lead to. The signer's certificate itself may be one of them.
    ///   - signer: the common name of the signer's certificate; nil takes any. The FIDO Alliance's root is that of a
    ///     public authority, under which others have certificates too.
    ///   - time: when the signer's certificates must be valid.
    public init(
        jws bytes: [UInt8], roots: [Certificate], signer: String? = serviceName, time: Timestamp
    ) throws(MetadataError) {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge(bytes.count) }
        // Nothing of the payload is read before the signature is verified.
        let jws = try Self.verified(bytes, roots: roots, signer: signer, time: time)
        digest = Digest.sha256(jws.signingInput)
        let payload = JSONReader(try Self.payload(jws))
        do throws(JSONMemberError) {
            number = try payload.member("no").int()
            nextUpdate = try payload.member("nextUpdate").date()
            legalHeader = try payload.optional("legalHeader")?.string()
            entries = try payload.member("entries").map(MetadataEntry.init).compactMap(\.self)
        } catch {
            throw .member(error)
        }
        var (byAAGUID, byKeyIdentifier): ([AAGUID: [Int]], [[UInt8]: [Int]]) = ([:], [:])
        for (position, entry) in entries.enumerated() {
            if let aaguid = entry.aaguid { byAAGUID[aaguid, default: []].append(position) }
            for identifier in entry.keyIdentifiers { byKeyIdentifier[identifier, default: []].append(position) }
        }
        attestationKeyReports = entries.flatMap(\.statusReports).filter {
            $0.status == .attestationKeyCompromise && !$0.certificates.isEmpty
        }
        positionsByAAGUID = byAAGUID
        positionsByKeyIdentifier = byKeyIdentifier
    }

    /// What is said of a model; empty where it is not listed.
    public func entries(for aaguid: AAGUID) -> [MetadataEntry] {
        positionsByAAGUID[aaguid, default: []].map { entries[$0] }
    }

    /// What is said of the models of U2F whose attestation certificates have one of these keys. Models of one vendor
    /// may share a key.
    /// - Parameter keyIdentifiers: SHA-1 digests of public keys (RFC 5280 section 4.2.1.2, method 1).
    public func entries(forKeyIdentifiers keyIdentifiers: [[UInt8]]) -> [MetadataEntry] {
        let positions = Set(keyIdentifiers.flatMap { positionsByKeyIdentifier[$0, default: []] })
        return positions.sorted().map { entries[$0] }
    }

    public static func == (left: MetadataBLOB, right: MetadataBLOB) -> Bool { left.digest == right.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
