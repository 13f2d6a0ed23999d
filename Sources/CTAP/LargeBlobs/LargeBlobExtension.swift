import ToqueCBOR
import ToqueWebAuthn

/// The extension `largeBlob` (CTAP 2.3), the alternative to largeBlobKey and authenticatorLargeBlobs: assertions
/// transfer blobs, which are stored with their credential.
public enum LargeBlobExtension {
    /// The input to authenticatorGetAssertion. (authenticatorMakeCredential takes a `LargeBlobSupport`.)
    public enum Input: Sendable, Hashable {
        case read
        case write(CompressedLargeBlob)
    }

    /// The authenticator's unsigned outputs.
    public enum Output: Sendable, Hashable {
        /// For authenticatorMakeCredential: true if the new credential can have a blob.
        case supported(Bool)
        case blob(CompressedLargeBlob)
        case written(Bool)
    }
}

// Any other shape is `invalidCBOR`.

extension LargeBlobSupport: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> Self {
        try (item.mapValue?["support"]?.textValue).flatMap(Self.init).orThrow(.invalidCBOR)
    }

    static func write(_ support: Self) -> CBOR { ["support": .text(support.rawValue)] }
}

extension LargeBlobExtension.Input {
    /// - Returns: nil if neither is requested.
    init?(_ item: CBOR) throws(CTAPStatus) {
        guard let map = item.mapValue else { throw .invalidCBOR }
        switch (map["read"], map["write"], map["originalSize"]) {
        case (.bool(true)?, nil, nil): self = .read
        case (.bool(false)?, nil, nil): return nil
        case (nil, .bytes(let bytes)?, .unsigned(let size)?):
            self = .write(CompressedLargeBlob(bytes: bytes, originalSize: size))
        default: throw .invalidCBOR
        }
    }

    var cbor: CBOR {
        switch self {
        case .read: ["read": true]
        case .write(let blob): ["write": .bytes(blob.bytes), "originalSize": .unsigned(blob.originalSize)]
        }
    }
}

extension LargeBlobExtension.Output {
    /// The outputs of a response without others.
    public var unsignedExtensionOutputs: CBORMap { CBORMap([("largeBlob", cbor)]) }

    private var cbor: CBOR {
        switch self {
        case .supported(let isSupported): ["supported": .bool(isSupported)]
        case .blob(let blob): ["blob": .bytes(blob.bytes), "originalSize": .unsigned(blob.originalSize)]
        case .written(let isWritten): ["written": .bool(isWritten)]
        }
    }
}
