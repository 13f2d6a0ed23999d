import ToqueEncoding

extension ListParameter {
    /// The parameters of every list, before its own.
    private static func paging(_ sizes: PageSizes) -> [Parameter] {
        [
            .query("page", "Page number, from 1", .integer(1...sizes.last), example: 1),
            .query(
                "page_size",
                "How many items a page has, \(sizes.usual) unless told; more than \(sizes.largest) count as "
                    + "\(sizes.largest)",
                .integer(1...Int.max), example: 10),
        ]
    }

    /// The parameters of a list, including these.
    static func query(_ parameters: [ListParameter], exampleID: String, _ sizes: PageSizes) -> [Parameter] {
        paging(sizes) + parameters.map { $0.description(exampleID: exampleID, sizes) }
    }

    private func description(exampleID: String, _ sizes: PageSizes) -> Parameter {
        .query(
            name, about(sizes), isRequired ? schema.with("minLength", 1) : schema, isRequired: isRequired,
            example: example ?? kind.example(id: exampleID))
    }

    private func about(_ sizes: PageSizes) -> String {
        switch kind {
        case .text: "Exact text"
        case .part: "Part of the text, in any case"
        case .uuid: "The object's id"
        case .uuids: "IDs separated by commas, at most \(sizes.largest)"
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
    /// A day in UTC, or a timestamp.
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
