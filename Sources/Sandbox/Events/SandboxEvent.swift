import ToqueEncoding

/// Something that happened to an object.
public struct SandboxEvent: Sendable, Hashable {
    /// Grows with each event of the database.
    public let cursor: Int64
    public let time: Timestamp
    /// Such as `enrollment.failed`.
    public let type: String
    /// Kind and id of the object.
    public let kind: String
    public let object: String
    public let data: JSON

    public var json: JSON {
        [
            "cursor": .int(cursor), "time": .string(time.description), "type": .string(type), "kind": .string(kind),
            "object": .string(object), "data": data,
        ]
    }
}
