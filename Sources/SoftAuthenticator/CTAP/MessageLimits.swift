/// The sizes that a platform learns from authenticatorGetInfo.
enum MessageLimits {
    /// The most that CTAPHID carries (CTAP 2.3 section 11.2.4), so that lists are as long as they can be. Of
    /// answers only one comes near the 2048 bytes that libfido2 takes, a fragment of large blobs, of which it asks for
    /// no more.
    static let maxMsgSize = 7609

    /// What a request carries besides its list: client data hash, names, extensions, token.
    private static let restOfRequest = 1024
    /// The most that CBOR adds to an ID in a list: `{"id": ..., "type": "public-key"}` has 22 bytes and the ID's head.
    private static let descriptorOverhead = 25

    /// Bytes of an RP ID: a domain has no more, and answers that carry it stay short.
    static let maxRPIDSize = 255

    /// Bytes of a credBlob (section 12.2: 32 at least).
    static let maxCredBlobLength = 64

    /// Bytes of the serialized large-blob array (section 6.10: 1024 at least).
    static let maxLargeBlobArray = 65_536
    /// Bytes of a compressed blob that is kept with its credential, so that any answer has room for it.
    static let maxLargeBlob = 4096
    /// Bytes of all of them, as they are stored.
    static let maxLargeBlobs = 65_536
    /// Bytes of a fragment of the array, maxFragmentLength (section 6.10.2).
    static func maxFragment(maxMsgSize: Int) -> Int { maxMsgSize - 64 }

    /// Credentials in a list whose IDs are as long as ours can be; one has room in any request.
    static func maxCredentialCount(idLength: Int, maxMsgSize: Int) -> Int {
        max((maxMsgSize - restOfRequest) / (idLength + descriptorOverhead), 1)
    }
}
