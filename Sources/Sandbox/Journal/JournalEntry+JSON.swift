import ToqueEncoding

extension JournalEntry {
    /// The entry of `GET /_toque/requests`.
    public var json: JSON { json() }

    /// - Parameters:
    ///   - isShort: leaves out both messages.
    ///   - hasTexts: adds both bodies as text, as they were kept.
    func json(isShort: Bool = false, hasTexts: Bool = false) -> JSON {
        var members: JSONObject = [
            "cursor": .int(cursor), "id": .string(requestID), "time": .string("\(time)"), "method": .string(method),
            "path": .string(path), "query": .string(query), "endpoint": .text(pattern), "token": .bool(usedToken),
            "status": .int(status), "duration_us": .int(duration.microseconds), "error": .text(errorCode),
            "fields": .array(fields.map(JSON.string)), "poll": .text(PollKey(self)?.text),
        ]
        if !isShort {
            members["request"] = request.json(hasText: hasTexts)
            members["answer"] = answer.json(hasText: hasTexts)
        }
        return .object(members)
    }

    /// Reads `json`, short or not.
    /// - Parameter tenant: the tenant in whose journal it is.
    /// - Returns: nil for JSON that is no entry.
    package init?(json: JSON, tenant: String) {
        guard let cursor = json["cursor"]?.intValue, let id = json["id"]?.stringValue,
            let time = json["time"]?.stringValue.flatMap(Timestamp.init), let method = json["method"]?.stringValue,
            let path = json["path"]?.stringValue, let status = json["status"]?.intValue
        else { return nil }
        self.init(
            requestID: id, time: time, tenant: tenant, method: method, path: path,
            pattern: json["endpoint"]?.stringValue, query: json["query"]?.stringValue ?? "", status: status,
            duration: .microseconds(json["duration_us"]?.intValue ?? 0), errorCode: json["error"]?.stringValue,
            fields: (json["fields"]?.arrayValue ?? []).compactMap(\.stringValue),
            request: JournalMessage(json: json["request"] ?? .null),
            answer: JournalMessage(json: json["answer"] ?? .null), usedToken: json["token"]?.boolValue ?? false)
        self.cursor = Int64(cursor)
    }
}

extension JournalMessage {
    /// `{"headers": {}, "body": ..., "body_state": "whole", "size": 12}`. A JSON body is JSON here too, other bodies
    /// are strings, and a missing body is null.
    public var json: JSON { json(hasText: false) }

    /// - Parameter hasText: adds the body as text, as it was kept.
    func json(hasText: Bool) -> JSON {
        var fields = JSONObject()
        for (name, value) in headers {
            let earlier = fields[name]?.stringValue.map { "\($0), " } ?? ""
            fields[name] = .string(earlier + value)
        }
        let text: JSON = body.isEmpty ? .null : .string(String(decoding: body, as: UTF8.self))
        var members: JSONObject = [
            "headers": .object(fields), "body": (try? JSON(parsing: body)) ?? text,
            "body_state": .string(bodyState.rawValue), "size": .int(size),
        ]
        if hasText { members["text"] = text }
        return .object(members)
    }

    /// Reads `json`; a message that a short entry leaves out is omitted.
    fileprivate init(json: JSON) {
        let body: String? =
            switch json["text"] ?? json["body"] {
            case nil, .null?: nil
            case .string(let text)?: text
            case let value?: value.serialized()
            }
        self.init(
            headers: (json["headers"]?.objectValue ?? [:]).map { ($0.name, $0.value.stringValue ?? "") },
            body: Array((body ?? "").utf8), size: json["size"]?.intValue ?? 0,
            bodyState: json["body_state"]?.stringValue.flatMap(BodyState.init) ?? .omitted)
    }
}
