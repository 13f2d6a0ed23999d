/// The extension `largeBlob` (CTAP 2.3), which an authenticator has instead of largeBlobKey and authenticatorLargeBlobs:
/// blobs go with assertions, and are kept with their credential.
public enum LargeBlobExtension {
    /// What authenticatorGetAssertion is asked for. (authenticatorMakeCredential takes a `LargeBlobSupport`.)
    public enum Input: Sendable, Hashable {
        case read
        case write(CompressedLargeBlob)
    }

    /// What an authenticator answers, in what it does not sign.
    public enum Output: Sendable, Hashable {
        /// Of authenticatorMakeCredential: whether the new credential can have a blob.
        case supported(Bool)
        case blob(CompressedLargeBlob)
        case written(Bool)
    }
}
