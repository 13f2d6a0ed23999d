import Pages
import Sandbox
import ToqueEncoding

/// A request with its answer.
struct RequestView: View {
    let path = "requests/{id}"
    let section = ViewSection.requests

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let engine = request.request.engine
        let (entry, newer, older) = try await find(request)
        let target = entry.path + (entry.query.isEmpty ? "" : "?\(entry.query)")
        let curl = CurlCommand(
            entry, url: request.request.publicURL,
            takesKey: engine.provider.guide.curl("", "").utf8.starts(with: "-u".utf8))
        let objects = try await objects(of: entry, request)
        var values: [String: Any] = [
            "method": entry.method, "path": target, "status": "\(entry.status)",
            "tone": Shown.tone(ofStatus: entry.status), "time": request.shown.time(entry.time), "id": entry.requestID,
            "duration": request.shown.milliseconds(Int(entry.duration.microseconds)),
            "request": message(entry.request, entry.fields, request),
            "answer": message(entry.answer, [], request), "curl": curl.text, "incomplete": curl.isIncomplete,
            "all": request.link("requests"),
        ]
        values["error"] = entry.errorCode
        if !entry.fields.isEmpty { values["fields"] = ["list": entry.fields.map { ["name": $0] }] }
        if !curl.variables.isEmpty { values["variables"] = ["list": curl.variables.map { ["name": $0] }] }
        if !objects.isEmpty { values["objects"] = ["list": objects] }
        let assumed = entry.answer.headers.filter { $0.name == "X-Toque-Assumed" }.flatMap {
            $0.value.split(separator: ",").map { String($0.drop(while: \.isWhitespace)) }
        }
        if !assumed.isEmpty {
            values["assumed"] = [
                "list": assumed.map { ["name": $0, "url": "\(request.link("fidelity"))#\($0)"] }
            ]
        }
        if let pattern = entry.pattern {
            values["endpoint"] = [
                "name": "\(entry.method) \(pattern)",
                "url": request.link("requests", query: [("method", entry.method), ("path", pattern)]),
            ]
        }
        values["scenario"] = try await scenario(of: entry, objects.first?["id"] as? String, request)
        values["newer"] = newer.map { request.link("requests/\($0)") }
        values["older"] = older.map { request.link("requests/\($0)") }
        return ViewPage(.request, title: "\(entry.method) \(entry.path)", values)
    }

    /// - Returns: the request, and the cursors of its neighbors.
    /// - Throws: `SandboxError` with status 404 for a request that is not in the journal, or no longer.
    private func find(_ request: ViewRequest) async throws -> (entry: JournalEntry, newer: Int?, older: Int?) {
        let json: JSON
        do {
            json = try await request.get("requests", request.parameter("id"))
        } catch let error as SandboxError where error.status == 404 {
            throw SandboxError.notFound(request.texts[.logsRequestGone])
        }
        guard let entry = JournalEntry(json: json, tenant: request.tenant) else {
            throw SandboxError.notFound(request.texts[.logsRequestGone])
        }
        return (entry, json["newer"]?.intValue, json["older"]?.intValue)
    }

    private func message(_ message: JournalMessage, _ fields: [String], _ request: ViewRequest) -> [String: Any] {
        let body = BodyText(message, fields: fields)
        let names = Set(fields.map { $0.lowercased() })
        var values: [String: Any] = [
            "headers": message.headers.map {
                ["name": $0.name, "value": $0.value, "faulty": names.contains($0.name.lowercased())]
            },
            "size": request.shown.count(message.size),
        ]
        if !body.lines.isEmpty { values["body"] = ["lines": body.values] }
        let headers = Set(message.headers.map { $0.name.lowercased() })
        let missing = body.missing.filter { !headers.contains($0.lowercased()) }
        if !missing.isEmpty { values["missing"] = ["list": missing.map { ["name": $0] }] }
        values["note"] =
            switch message.bodyState {
            case .whole: nil
            case .cut: request.texts[.logsBodyCut]
            case .omitted: request.texts[.logsBodyOmitted]
            case .dropped: request.texts[.logsBodyDropped]
            }
        return values
    }

    // MARK: Related objects

    /// The values of a request that may name objects are looked up up to this number.
    private static let maximumLookups = 40

    private func objects(of entry: JournalEntry, _ request: ViewRequest) async throws -> [[String: Any]] {
        var names = entry.path.split(separator: "/").map(String.init)
        for message in [entry.answer, entry.request] {
            if let json = try? JSON(parsing: message.body) { Self.collect(json, &names) }
        }
        let candidates = names.reduce(into: [String]()) { unique, name in
            if !unique.contains(name), unique.count < Self.maximumLookups { unique.append(name) }
        }
        let found = try await request.request.read { transaction in
            try candidates.compactMap { id in try transaction.kind(of: id).map { (id, $0) } }
        }
        return found.map { ["id": $0.0, "kind": $0.1, "url": request.link(toObject: $0.0)] }
    }

    private static func collect(_ json: JSON, _ names: inout [String]) {
        switch json {
        case .string(let text): if (8...64).contains(text.utf8.count) { names.append(text) }
        case .array(let values): for value in values { collect(value, &names) }
        case .object(let object): for member in object { collect(member.value, &names) }
        case .null, .bool, .number: break
        }
    }

    /// The scenario that the request names, or else that of its object.
    private func scenario(of entry: JournalEntry, _ object: String?, _ request: ViewRequest) async throws -> String? {
        if let named = entry.request.headers.first(where: { $0.name.lowercased() == "x-toque-scenario" }) {
            return named.value
        }
        guard let object else { return nil }
        let events = try await request.request.read { try $0.newestEvents(object: object, limit: 20) }.entries
        return events.lazy.compactMap { $0.data["scenario"]?["name"]?.stringValue }.first
    }
}
