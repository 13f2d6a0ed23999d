/// Where an authenticator keeps large blobs, one of two ways that exclude each other.
public enum LargeBlobForm: Int, Sendable, Hashable {
    /// In an array that platforms read and write whole, encrypted under keys of the credentials:
    /// authenticatorLargeBlobs and the extension largeBlobKey (CTAP 2.3 sections 6.10 and 12.3).
    case array = 1
    /// With the credential: the extension largeBlob (CTAP 2.3 section 12.4).
    case credential = 2

    /// The CTAP extension.
    var extensionName: String {
        switch self {
        case .array: "largeBlobKey"
        case .credential: "largeBlob"
        }
    }
}
