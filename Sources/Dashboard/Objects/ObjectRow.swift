import ToqueEncoding

/// An object in a list.
struct ObjectRow {
    let object: JSON
    let request: ViewRequest

    var values: [String: Any] {
        let id = object["id"]?.stringValue ?? ""
        let status = object["status"]?.stringValue ?? ""
        var values: [String: Any] = [
            "id": id, "url": request.link(toObject: id), "kind": object["kind"]?.stringValue ?? "",
            "status": status, "tone": StatusTone(status).rawValue,
            "time": request.shown.time(object["time"]?.stringValue ?? ""),
        ]
        values["reason"] = object["reason"]?.stringValue
        return values
    }
}

/// The numbers of objects by kind, status and reason.
struct ObjectTally {
    struct Group {
        let kind: String
        let status: String
        let reason: String?
        let count: Int
    }

    let groups: [Group]

    /// - Parameter summary: of the control API.
    init(_ summary: JSON) {
        groups = (summary["objects"]?.arrayValue ?? []).map { group in
            Group(
                kind: group["kind"]?.stringValue ?? "", status: group["status"]?.stringValue ?? "",
                reason: group["reason"]?.stringValue, count: group["count"]?.intValue ?? 0)
        }
    }

    var kinds: [String] { Set(groups.map(\.kind)).sorted() }

    /// The statuses of a kind with their numbers; of all kinds without one.
    func statuses(of kind: String?) -> [(status: String, count: Int)] {
        let own = groups.filter { kind == nil || kind == $0.kind }
        return Dictionary(grouping: own, by: \.status).map {
            (status: $0.key, count: $0.value.reduce(0) { $0 + $1.count })
        }
        .sorted { $0.status < $1.status }
    }

    /// The groups that ended badly, the largest first.
    var failures: [Group] {
        groups.filter { $0.reason != nil && [.bad, .off].contains(StatusTone($0.status)) }
            .sorted { ($1.count, $0.reason ?? "") < ($0.count, $1.reason ?? "") }
    }
}
