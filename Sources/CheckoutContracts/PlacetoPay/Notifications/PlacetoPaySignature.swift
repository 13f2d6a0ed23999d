import ToqueCrypto
import ToqueEncoding

/// A notification's signature: a digest of requestId ‖ status.status ‖ status.date ‖ secret key (Checkout
/// documentation, "Notification", both revisions).
public struct PlacetoPaySignature: Hashable, Sendable {
    /// The documentation's revisions, which differ in the digest.
    public enum Revision: String, Sendable, Hashable, CaseIterable {
        /// `sha256:` and 64 hexadecimal digits.
        case sha256
        /// 40 hexadecimal digits.
        case sha1

        fileprivate var algorithm: DigestAlgorithm {
            switch self {
            case .sha256: .sha256
            case .sha1: .sha1
            }
        }
    }

    /// Why a signature is refused.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        case malformed
        case revisionNotTaken(Revision)
        case mismatch

        public var description: String {
            switch self {
            case .malformed: "signature: expected sha256: and 64 hexadecimal digits, or 40 of them"
            case .revisionNotTaken(let revision): "signature: found one of the revision \(revision.rawValue)"
            case .mismatch: "signature: not made of this requestId, status, date and secret key"
            }
        }
    }

    public let revision: Revision
    let digest: [UInt8]

    public init(
        _ revision: Revision, status: PlacetoPayStatus, requestID: Int, secretKey: borrowing SecretBytes
    ) {
        self.revision = revision
        let signed = "\(requestID)\(status.status.rawValue)\(status.date)"
        digest = Digest.hash(revision.algorithm, Array(signed.utf8), followedBy: secretKey)
    }

    private static let prefix = "sha256:"

    /// Parses a notification's text. Its digits are in lower case.
    public init(_ text: String) throws(Failure) {
        revision = text.hasPrefix(Self.prefix) ? .sha256 : .sha1
        let digits = revision == .sha256 ? text.dropFirst(Self.prefix.count) : text[...]
        guard let digest = Hex.decode(digits), digest.count == revision.algorithm.size,
            !digits.utf8.contains(where: (UInt8(ascii: "A")...UInt8(ascii: "F")).contains)
        else { throw .malformed }
        self.digest = digest
    }

    /// The text in a notification.
    public var text: String {
        let digits = Hex.encode(digest)
        return switch revision {
        case .sha256: Self.prefix + digits
        case .sha1: digits
        }
    }
}
