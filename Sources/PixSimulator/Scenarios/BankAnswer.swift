import PixAPI
import ToqueEncoding

/// An event that the bank lets happen, with its own sentence about it.
struct BankAnswer<Event: RawRepresentable<String> & CaseIterable & Sendable & Hashable>: Sendable, Hashable {
    let event: Event
    /// Nil where the table's sentence says all.
    let message: String?

    init(_ event: Event, message: String? = nil) {
        self.event = event
        self.message = message
    }
}

extension BankAnswer: JSONModel {
    init(_ reader: JSONReader) throws(JSONMemberError) {
        event = try reader.member("event").choice()
        message = try reader.optional("message")?.string()
    }

    var json: JSON {
        var object: JSONObject = ["event": .string(event.rawValue)]
        object["message"] = message.map(JSON.string)
        return .object(object)
    }
}
