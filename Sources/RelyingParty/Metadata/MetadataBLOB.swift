import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The BLOB of the FIDO Metadata Service, version 3: data about authenticator models, signed by the service.
///
/// A class, because the policy that holds it is copied for each ceremony.
public final class MetadataBLOB: Sendable, Hashable {
    /// The common name of the FIDO Alliance's signing certificate.
    public static let serviceName = "mds.fidoalliance.org"
    /// In bytes: ten times the size of the service's own BLOB.
    public static let maximumSize = 64 << 20

    /// `no`, which grows with each BLOB. By keeping the highest one, a caller notices when an old BLOB replaces a new
    /// one.
    public let number: Int
    /// The last day, in UTC, on which this BLOB is current.
    public let nextUpdate: CivilDate
    /// The service's terms of use.
    public let legalHeader: String?
    /// The models of FIDO2 and U2F.
    public let entries: [MetadataEntry]

    /// Positions in `entries`.
    private let positionsByAAGUID: [AAGUID: [Int]]
    private let positionsByKeyIdentifier: [[UInt8]: [Int]]
    /// Positions of the entries that report a leaked attestation key.
    let attestationKeyReports: [StatusReport]
    /// A digest of the signed text: equal texts have equal contents.
    private let digest: [UInt8]

    /// Reads a BLOB by the processing rules of section 3.2. `x5u` is not followed: the certificates must be in `x5c`.
    /// Revocation of the signer's certificates is not checked.
    /// - Parameters:
    ///   - bytes: the file as the service serves it, a JWS in compact form; trailing white space is ignored.
    ///   - roots: the anchors for the signer's certificates. The signer's certificate itself may be one of them.
    ///   - signer: the common name of the signer's certificate; nil accepts any. The FIDO Alliance uses a public
    ///     authority's root, which certifies others too.
    ///   - time: the time at which the signer's certificates must be valid.
    public init(
        jws bytes: [UInt8], roots: [Certificate], signer: String? = serviceName, time: Timestamp
    ) throws(MetadataError) {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge(bytes.count) }
        // Nothing in the payload is read before the signature is verified.
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

    /// The entries of a model; empty if it is not listed.
    public func entries(for aaguid: AAGUID) -> [MetadataEntry] {
        positionsByAAGUID[aaguid, default: []].map { entries[$0] }
    }

    /// The entries of U2F models whose attestation certificates have one of these keys. Models of one vendor may share
    /// a key.
    /// - Parameter keyIdentifiers: SHA-1 digests of public keys (RFC 5280 section 4.2.1.2, method 1).
    public func entries(forKeyIdentifiers keyIdentifiers: [[UInt8]]) -> [MetadataEntry] {
        let positions = Set(keyIdentifiers.flatMap { positionsByKeyIdentifier[$0, default: []] })
        return positions.sorted().map { entries[$0] }
    }

    public static func == (left: MetadataBLOB, right: MetadataBLOB) -> Bool { left.digest == right.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
