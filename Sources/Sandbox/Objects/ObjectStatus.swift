import ToqueEncoding

/// An object with a life, as its last event left it.
struct ObjectStatus: Sendable, Hashable {
    /// Of the event.
    let cursor: Int64
    let time: Timestamp
    let kind: String
    let object: String
    let status: String
    /// The reason for the status, such as an error code.
    let reason: String?

    var json: JSON {
        [
            "cursor": .int(cursor), "time": .string(time.description), "kind": .string(kind), "id": .string(object),
            "status": .string(status), "reason": .text(reason),
        ]
    }
}

/// The number of objects with one status, and one reason for it.
struct ObjectCount: Sendable, Hashable {
    let kind: String
    let status: String
    let reason: String?
    let count: Int

    var json: JSON {
        ["kind": .string(kind), "status": .string(status), "reason": .text(reason), "count": .int(count)]
    }
}
