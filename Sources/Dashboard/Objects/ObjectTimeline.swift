import Pages
import Sandbox
import ToqueEncoding

/// What happened to an object, and what will happen: requests that name it, ceremonies, changes, webhooks, timers.
struct ObjectTimeline {
    private let request: ViewRequest
    private let lanes: ObjectLanes
    private let id: String
    private var entries: [TimelineEntry] = []
    /// What is left out, with the list that has it.
    private var cuts: [(text: PageText, count: Int, url: String)] = []

    /// The limits of a page that a person reads.
    private static let (maximumRequests, maximumEntries) = (30, 100)
    /// The number of the tenant's requests among which the object's are searched.
    private static let depth = 5_000

    init(_ request: ViewRequest, of id: String, timers: [JSON]) async throws {
        self.request = request
        self.id = id
        lanes = ObjectLanes(request.request.engine.provider)
        entries = try await requests()
        entries += try await newest("ceremonies", [("detail", "document")], of: .objectsCutCeremonies).map(
            entry(ofCeremony:))
        entries += try await newest("events", of: .objectsCutEvents).map(entry(ofEvent:))
        entries += try await newest("deliveries", of: .objectsCutDeliveries).map(entry(ofDelivery:))
        // Entries of one instant stay in this order: a request, its ceremony, the change, the webhook.
        entries = entries.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        entries += timers.map(entry(ofTimer:))
    }

    var values: [String: Any] {
        let used = Set(entries.map(\.lane))
        return [
            "lanes": ObjectLane.allCases.filter(used.contains).map { lane in
                ["number": "\(lane.rawValue)", "label": request.texts[lane.label]]
            },
            "entries": entries.map { $0.values(request.texts, request.shown) },
            "cuts": cuts.map { cut in
                ["text": request.texts[cut.text, ["count": request.shown.count(cut.count)]], "url": cut.url]
            },
        ]
    }

    // MARK: Lists

    /// The newest entries of one of the object's lists, oldest first.
    /// - Parameter text: says that there are more.
    private mutating func newest(
        _ path: String, _ parameters: [(name: String, value: String)] = [], of text: PageText
    ) async throws -> [JSON] {
        // One more tells whether there are more.
        let query = [
            (name: "object", value: id), (name: "before", value: "\(Int64.max)"),
            (name: "limit", value: "\(Self.maximumEntries + 1)"),
        ]
        let found = try await request.get(path, query: query + parameters)[path]?.arrayValue ?? []
        let shown = found.prefix(Self.maximumEntries)
        if found.count > shown.count, let last = shown.last?["cursor"]?.intValue {
            let list = path == "deliveries" ? ViewSection.webhooks.path : path
            cuts.append(
                (text, shown.count, request.link(list, query: [("object", id), ("before", "\(last)")])))
        }
        return shown.reversed()
    }

    private mutating func requests() async throws -> [TimelineEntry] {
        let list = try await RequestList(
            request, [("object", id)], limit: Self.maximumRequests, depth: Self.depth, isShort: false)
        if let next = list.next {
            let isFull = list.runs.count == Self.maximumRequests
            cuts.append(
                (
                    isFull ? .objectsCutRequests : .objectsCutSearch, isFull ? Self.maximumRequests : Self.depth,
                    request.link("requests", query: [("object", id), ("before", "\(next)")])
                ))
        }
        return list.runs.reversed().map { entry(of: $0.entry, times: $0.count) }
    }

    // MARK: Entries

    private func entry(of entry: JournalEntry, times: Int) -> TimelineEntry {
        TimelineEntry(
            lane: lanes.lane(of: entry), time: entry.time.description, title: "\(entry.method) \(entry.path)",
            badge: (
                entry.errorCode.map { "\(entry.status) \($0)" } ?? "\(entry.status)", entry.status < 400 ? "off" : "bad"
            ),
            times: times, texts: [entry.request.body, entry.answer.body].map { String(decoding: $0, as: UTF8.self) },
            link: request.link("requests/\(entry.cursor)"))
    }

    private func entry(ofCeremony ceremony: JSON) -> TimelineEntry {
        let verdict = VerdictValues(ceremony["verdict"] ?? .null, request.texts)
        return TimelineEntry(
            lane: .device, time: ceremony["time"]?.stringValue ?? "",
            title: request.texts[CeremonyView.kind(ceremony["type"]?.stringValue)],
            badge: (verdict.text, verdict.isValid ? "ok" : "bad"),
            facts: CeremonyFacts(ceremony).list(request.texts),
            link: request.link("ceremonies/\(FormURLEncoding.encode(ceremony["id"]?.stringValue ?? ""))"))
    }

    private func entry(ofEvent event: JSON) -> TimelineEntry {
        let data = event["data"] ?? .null
        let status = data["status"]?.stringValue ?? ""
        let states = [data["from"], data["to"]].compactMap { $0?.stringValue }.joined(separator: " → ")
        return TimelineEntry(
            lane: lanes.lane(ofEvent: data["event"]?.stringValue), time: event["time"]?.stringValue ?? "",
            title: event["type"]?.stringValue ?? "",
            badge: (data["reason"]?.stringValue ?? states, StatusTone(status).rawValue),
            texts: [data.serialized(pretty: true)])
    }

    private func entry(ofDelivery delivery: JSON) -> TimelineEntry {
        let state = delivery["state"]?.stringValue ?? ""
        let attempts = delivery["attempts"]?.arrayValue ?? []
        let members = request.request.engine.provider.guide.webhookType(delivery["body"] ?? .null)
        let lines = attempts.map { attempt in
            let outcome = attempt["status"]?.intValue.map(String.init) ?? attempt["error"]?.stringValue ?? ""
            return "\(request.shown.text(attempt["time"]?.stringValue ?? ""))  \(outcome)"
        }
        return TimelineEntry(
            lane: .backend, time: attempts.first?["time"]?.stringValue ?? delivery["due"]?.stringValue ?? "",
            title: members.map { "webhook \($0)" } ?? "webhook", badge: (state, StatusTone(state).rawValue),
            times: max(1, attempts.count),
            texts: [lines.joined(separator: "\n"), (delivery["body"] ?? .null).serialized(pretty: true)],
            link: request.link("deliveries/\(delivery["id"]?.stringValue ?? "")"))
    }

    private func entry(ofTimer timer: JSON) -> TimelineEntry {
        let timer = PendingTimer(timer, request)
        return TimelineEntry(
            lane: .provider, time: timer.due, title: timer.kind, badge: ("", "amber"), timer: timer,
            facts: [(.objectsTimerKind, timer.kind)])
    }
}
