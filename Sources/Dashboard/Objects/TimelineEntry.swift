import Pages

/// An entry of an object's timeline.
struct TimelineEntry {
    let lane: ObjectLane
    let time: String
    let title: String
    let badge: (text: String, tone: String)
    var times = 1
    /// Of the future.
    var timer: PendingTimer?
    /// What unfolds, as name and value.
    var facts: [(name: PageText, value: String)] = []
    /// What unfolds, as text.
    var texts: [String] = []
    var link: String?

    /// The longest part of a text that a page shows; the link leads to the rest.
    private static let excerpt = 600

    func values(_ texts: PageTexts, _ shown: Shown) -> [String: Any] {
        var values: [String: Any] = [
            "lane": "\(lane.rawValue)", "laneName": texts[lane.label], "time": shown.time(time), "title": title,
            "tone": badge.tone, "bad": badge.tone == "bad",
            "parts": self.texts.filter { !$0.isEmpty }.map { text in
                text.count > Self.excerpt ? "\(text.prefix(Self.excerpt))…" : text
            },
        ]
        if !badge.text.isEmpty { values["badge"] = badge.text }
        let facts = facts.filter { !$0.value.isEmpty }
        if !facts.isEmpty { values["facts"] = ["list": facts.map { ["name": texts[$0.name], "value": $0.value] }] }
        if times > 1 { values["times"] = shown.count(times) }
        values["ghost"] = timer?.values
        values["link"] = link
        return values
    }
}
