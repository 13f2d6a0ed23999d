import ToqueCBOR
import ToqueWebAuthn

// Any other shape is `invalidCBOR`.

extension LargeBlobSupport {
    init(ctap item: CBOR) throws(CTAPStatus) {
        guard let text = item.mapValue?["support"]?.textValue, let support = Self(rawValue: text) else {
            throw .invalidCBOR
        }
        self = support
    }

    var ctap: CBOR { ["support": .text(rawValue)] }
}

extension LargeBlobExtension.Input {
    /// - Returns: nil where neither is asked for.
    init?(ctap item: CBOR) throws(CTAPStatus) {
        guard let map = item.mapValue else { throw .invalidCBOR }
        switch (map["read"], map["write"], map["originalSize"]) {
        case (.bool(true)?, nil, nil): self = .read
        case (.bool(false)?, nil, nil): return nil
        case (nil, .bytes(let bytes)?, .unsigned(let size)?):
            self = .write(CompressedLargeBlob(bytes: bytes, originalSize: size))
        default: throw .invalidCBOR
        }
    }

    var ctap: CBOR {
        switch self {
        case .read: ["read": true]
        case .write(let blob): ["write": .bytes(blob.bytes), "originalSize": .unsigned(blob.originalSize)]
        }
    }
}

extension LargeBlobExtension.Output {
    /// The outputs of a response that has no other one.
    public var unsignedExtensionOutputs: CBORMap { CBORMap([("largeBlob", ctap)]) }

    private var ctap: CBOR {
        switch self {
        case .supported(let isSupported): ["supported": .bool(isSupported)]
        case .blob(let blob): ["blob": .bytes(blob.bytes), "originalSize": .unsigned(blob.originalSize)]
        case .written(let isWritten): ["written": .bool(isWritten)]
        }
    }
}
