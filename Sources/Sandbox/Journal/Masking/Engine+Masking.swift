import ToqueEncoding

extension Engine {
    /// A request's or an answer's JSON as the journal shows it: without its secrets, and cut if it is long.
    package func masked(_ body: [UInt8], isRequest: Bool) -> String {
        let mask = JournalMask(.common.adding(secretNames)) { _ in nil }
        let message = isRequest ? mask.request(headers: [], body: body) : mask.answer(headers: [], body: body)
        let text = String(decoding: message.body, as: UTF8.self)
        return message.bodyState == .whole ? text : text + " …"
    }
}
