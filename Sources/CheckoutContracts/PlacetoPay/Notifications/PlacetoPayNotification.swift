import ToqueCrypto
import ToqueEncoding

/// Checkout's POST to the merchant when a session ends: once, whatever the response (Checkout documentation,
/// "Notification").
public struct PlacetoPayNotification: JSONModel, Hashable {
    public var status: PlacetoPayStatus
    public var requestID: Int
    /// The payment's reference.
    public var reference: String
    public var signature: String

    public init(status: PlacetoPayStatus, requestID: Int, reference: String, signature: String) {
        self.status = status
        self.requestID = requestID
        self.reference = reference
        self.signature = signature
    }

    /// Creates a signed notification.
    public init(
        status: PlacetoPayStatus, requestID: Int, reference: String,
        revision: PlacetoPaySignature.Revision = .sha256, secretKey: borrowing SecretBytes
    ) {
        self.init(
            status: status, requestID: requestID, reference: reference,
            signature: PlacetoPaySignature(revision, status: status, requestID: requestID, secretKey: secretKey).text)
    }

    /// Verifies the signature in constant time.
    /// - Parameters:
    ///   - secretKey: the site's.
    ///   - revisions: the accepted ones. SHA-1 is the older one.
    /// - Throws: `PlacetoPaySignature.Failure`.
    public func verify(
        secretKey: borrowing SecretBytes, taking revisions: Set<PlacetoPaySignature.Revision> = [.sha256, .sha1]
    ) throws(PlacetoPaySignature.Failure) {
        let given = try PlacetoPaySignature(signature)
        guard revisions.contains(given.revision) else { throw .revisionNotTaken(given.revision) }
        let expected = PlacetoPaySignature(
            given.revision, status: status, requestID: requestID, secretKey: secretKey)
        guard given.digest.constantTimeEquals(expected.digest) else { throw .mismatch }
    }
}

extension PlacetoPayNotification: JSONStructure {
    package static let blank = PlacetoPayNotification(status: .blank, requestID: 0, reference: "", signature: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("status", &status)
        coder.required("requestId", &requestID)
        coder.required("reference", &reference)
        coder.required("signature", &signature)
    }
}
