import SecurityKey
import ToqueEncoding

extension KeyLargeBlobs {
    var json: JSON {
        var object: JSONObject = ["blobs": .array(blobs.map(\.json)), "size": .int(size)]
        object["maxSerializedLargeBlobArray"] = capacity.map { .int($0) }
        return .object(object)
    }
}

extension KeyLargeBlob {
    /// Without `credential`, it is orphaned.
    var json: JSON {
        var object = JSONObject()
        object["credential"] = credential?.json
        object["originalSize"] = originalSize.map { .int($0) }
        object["storedSize"] = .int(storedSize)
        return .object(object)
    }

    /// One line for people.
    var line: String {
        let size = originalSize.map { "\($0) bytes, \(storedSize) stored" } ?? "\(storedSize) bytes stored"
        return "\(credential?.line ?? "orphaned")  \(size)"
    }
}
