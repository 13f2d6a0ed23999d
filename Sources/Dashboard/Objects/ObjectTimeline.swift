import Pages
import Sandbox
import ToqueEncoding

/// What happened to an object, and what will happen: requests that name it, ceremonies, changes, webhooks, timers.
struct ObjectTimeline {
    private let request: ViewRequest
    private let lanes: ObjectLanes
    private let id: String
    private var entries: [TimelineEntry] = []

    /// The limits of a page that a person reads.
    private static let (maximumRequests, maximumEntries) = (30, 100)
    /// The requests that are looked at in one go.
    private static let batch = 500

    init(_ request: ViewRequest, of id: String, timers: [JSON]) async throws {
        self.request = request
        self.id = id
        lanes = ObjectLanes(request.request.engine.provider)
        let query = [(name: "object", value: id), (name: "limit", value: "\(Self.maximumEntries)")]
        let ceremonies = try await request.get("ceremonies", query: query)["ceremonies"]?.arrayValue ?? []
        let events = try await request.get("events", query: query)["events"]?.arrayValue ?? []
        let deliveries = try await request.get("deliveries", query: query)["deliveries"]?.arrayValue ?? []
        entries = requests() + ceremonies.map(entry(ofCeremony:)) + events.map(entry(ofEvent:))
        // Entries of one instant stay in this order: a request, its ceremony, the change, the webhook.
        entries += deliveries.map(entry(ofDelivery:))
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
        ]
    }

    // MARK: Entries

    private func requests() -> [TimelineEntry] {
        let (journal, filter) = (request.request.engine.journal, JournalFilter(statuses: nil, object: id))
        var found: [JournalEntry] = []
        var last = Int64.max
        while found.count < Self.maximumRequests,
            case let page = journal.newest(tenant: request.tenant, before: last, limit: Self.batch),
            let end = page.last?.cursor
        {
            found += page.filter(filter.matches)
            last = end
        }
        // Polls follow each other: one stands for all.
        var (rows, times): ([JournalEntry], [Int]) = ([], [])
        for entry in found.prefix(Self.maximumRequests).reversed() {
            if entry.method == "GET", let earlier = rows.last, earlier.isPoll(like: entry) {
                times[times.count - 1] += 1
            } else {
                rows.append(entry)
                times.append(1)
            }
        }
        return zip(rows, times).map { entry(of: $0, times: $1) }
    }

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
        let verdict = ceremony["verdict"]?["verdict"]?.stringValue ?? ""
        let id = ceremony["id"]?.stringValue ?? ""
        return TimelineEntry(
            lane: .device, time: ceremony["time"]?.stringValue ?? "", title: ceremony["type"]?.stringValue ?? "",
            badge: (verdict, verdict == "valid" ? "ok" : "bad"), texts: [],
            link: request.link("ceremonies/\(FormURLEncoding.encode(id))"))
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
        let due = timer["due"]?.stringValue ?? ""
        let left = Timestamp(due).map { Shown.left($0 - request.request.now) } ?? ""
        return TimelineEntry(
            lane: .provider, time: due, title: timer["kind"]?.stringValue ?? "",
            badge: (request.texts[.objectsIn, ["time": left]], "amber"), isGhost: true, texts: [])
    }
}

extension JournalEntry {
    /// True for a GET request of the same URL with the same answer.
    fileprivate func isPoll(like other: JournalEntry) -> Bool {
        method == other.method && path == other.path && query == other.query && status == other.status
            && answer.body == other.answer.body
    }
}

/// An entry of a timeline.
struct TimelineEntry {
    let lane: ObjectLane
    let time: String
    let title: String
    let badge: (text: String, tone: String)
    var times = 1
    /// Of the future.
    var isGhost = false
    /// What unfolds.
    let texts: [String]
    var link: String?

    /// The longest part of a text that a page shows; the link leads to the rest.
    private static let excerpt = 600

    func values(_ texts: PageTexts, _ shown: Shown) -> [String: Any] {
        var values: [String: Any] = [
            "lane": "\(lane.rawValue)", "laneName": texts[lane.label], "time": shown.time(time), "title": title,
            "badge": badge.text, "tone": badge.tone, "ghost": isGhost, "bad": badge.tone == "bad",
            "parts": self.texts.filter { !$0.isEmpty }.map { text in
                text.count > Self.excerpt ? "\(text.prefix(Self.excerpt))…" : text
            },
        ]
        if times > 1 { values["times"] = shown.count(times) }
        values["link"] = link
        return values
    }
}
