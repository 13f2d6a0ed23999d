import ToqueEncoding

extension ListParameter {
    /// Of every list, before its own.
    private static func paging(_ sizes: PageSizes) -> [Parameter] {
        [
            .query("page", "Which page, counted from 1", .integer(1...sizes.last), example: 1),
            .query(
                "page_size",
                "How many items a page has, \(sizes.usual) unless told; more than \(sizes.largest) count as "
                    + "\(sizes.largest)",
                .integer(1...Int.max), example: 10),
        ]
    }

    /// What a list with these parameters takes.
    static func query(_ parameters: [ListParameter], exampleID: String, _ sizes: PageSizes) -> [Parameter] {
        paging(sizes) + parameters.map { $0.description(exampleID: exampleID, sizes) }
    }

    private func description(exampleID: String, _ sizes: PageSizes) -> Parameter {
        .query(name, about(sizes), schema, example: example ?? kind.example(id: exampleID))
    }

    private func about(_ sizes: PageSizes) -> String {
        switch kind {
        case .text: "Exactly this text"
        case .part: "Part of it, in any case"
        case .uuid: "The object's id"
        case .uuids: "Ids with commas between them, at most \(sizes.largest)"
        case .choice: "In any case"
        case .time(let bound): bound.about
        case .other(let kind): kind.about
        }
    }

    private var schema: JSONSchema {
        switch kind {
        case .text: .text(matching: JSONSchema.noControls)
        case .part: .text(matching: JSONSchema.noControls).with("minLength", 3)
        case .uuid: .uuid
        case .uuids: .text(matching: "^\(Self.uuidPattern)(,\(Self.uuidPattern))*$")
        case .choice(let choices): .choice(choices)
        case .time(.range): .text(matching: "^\(Self.timePattern),\(Self.timePattern)$")
        case .time: .text(matching: "^\(Self.timePattern)$")
        case .other(let kind): kind.schema
        }
    }

    private static let uuidPattern = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    /// A day of UTC, or an instant.
    private static let timePattern =
        #"[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9:.]{8,18}([Zz]|[+-][0-9]{2}:[0-9]{2}))?"#
}

extension ListParameter.Kind {
    fileprivate func example(id: String) -> JSON? {
        switch self {
        case .text, .part, .other: nil
        case .uuid, .uuids: .string(id)
        case .choice(let choices): choices.first.map(JSON.string)
        case .time(.range): "2026-03-01,2026-03-31"
        case .time: "2026-03-01"
        }
    }
}

extension ListParameter.TimeBound {
    fileprivate var about: String {
        switch self {
        case .on: "On this day, or at this instant"
        case .after: "Later than this day or instant"
        case .from: "On this day or at this instant, or later"
        case .before: "Earlier than this day or instant"
        case .until: "On this day or at this instant, or earlier"
        case .range: "From the first to the second day or instant, both included"
        }
    }
}
