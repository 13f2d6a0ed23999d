import ToqueEncoding

extension FleetStore {
    /// What makes a device again as it was.
    struct Record: Sendable, Hashable {
        var device: Int
        /// The options of the registration whose credential counts; null before any.
        var options: JSON = .null
        /// The ID of that credential; nil in stores of earlier versions.
        var credential: String?
        /// What the target gave.
        var values: [String: JSON] = [:]
        var secretNames: [String] = []
        /// The signature counter.
        var signCount: UInt32 = 0
    }
}

extension FleetStore.Record {
    var json: JSON {
        var kept = JSONObject()
        for name in values.keys.sorted() { kept[name] = values[name] }
        return [
            "device": .int(device), "options": options, "credential": .text(credential), "values": .object(kept),
            "secret_names": .array(secretNames.map(JSON.string)), "sign_count": .int(signCount),
        ]
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        self.init(
            device: try reader.member("device").int(),
            options: try reader.optional("options")?.value ?? .null,
            credential: try reader.optional("credential")?.string(),
            values: Dictionary(try reader.member("values").object().map { ($0.name, $0.value) }) { $1 },
            secretNames: try reader.member("secret_names").strings(),
            signCount: UInt32(clamping: try reader.member("sign_count").int()))
    }
}
