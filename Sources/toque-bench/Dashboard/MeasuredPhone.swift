import ToqueEncoding

/// A phone in the browser that has enrolled by its pages, without JavaScript.
struct MeasuredPhone {
    /// The phone's own page.
    let page: String
    /// The bank's page of another enrollment, which waits for a decision.
    let bankPage: String

    init(_ name: String, over connection: TimedConnection) throws {
        let seeds = FlowClient.Seeds()
        @discardableResult
        func post(_ path: String, _ fields: KeyValuePairs<String, String> = [:]) throws -> String {
            let body = FormURLEncoding.encode(fields.map { (name: $0.key, value: $0.value) })
            let answer = try connection.send(
                "POST", path, fields: "Content-Type: application/x-www-form-urlencoded\r\n", body: Array(body.utf8),
                expecting: 303)
            return answer.location ?? ""
        }
        /// - Returns: the bank's page.
        func ask(_ phone: String) throws -> String {
            try post("\(phone)/signals", ["preset": "phone"])
            try post("\(phone)/bank", ["customer": seeds.customer, "institution": seeds.institution])
            let shown = try connection.send("GET", phone, expecting: 200).body
            let text = String(decoding: shown, as: UTF8.self)
            guard let url = text.split(separator: "\"").first(where: { $0.contains("/bank/authorize/") }) else {
                throw TimedConnection.Failure(description: "\(phone) has no link to the bank's page")
            }
            return TimedConnection.target(String(url))
        }
        page = try post("/device/phones", ["name": name, "authenticator": "ios"])
        let callback = try post(ask(page), ["decision": "approve"])
        _ = try connection.send("GET", TimedConnection.target(callback), expecting: 303)
        try post("\(page)/register", ["gesture": "approve"])
        bankPage = try ask(post("/device/phones", ["name": "\(name) at the bank", "authenticator": "ios"]))
    }
}
