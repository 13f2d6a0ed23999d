import ToqueEncoding

/// A named value from the merchant or from the network that processed a payment.
public struct PlacetoPayField: JSONModel, Hashable {
    /// The places where it is shown to the person.
    public enum Display: String, Sendable, Hashable, CaseIterable { case none, payment, receipt, both, approved }

    public var keyword: String
    public var value: String
    public var displayOn: Display

    public init(_ keyword: String, _ value: String, displayOn: Display = .none) {
        self.keyword = keyword
        self.value = value
        self.displayOn = displayOn
    }
}

extension PlacetoPayField.Display: JSONChoice {}

extension PlacetoPayField: JSONStructure {
    package static let blank = PlacetoPayField("", "")
    /// In requests, and in responses that repeat them.
    package static let isRequest = true

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("keyword", &keyword, upTo: PlacetoPayLimit.keyword)
        coder.member(
            "value", &value, .required, { .text(in: 0...PlacetoPayLimit.fieldValue) },
            expecting: { String.expectation },
            read: { (reader) throws(JSONMemberError) in try reader.text(in: 0...PlacetoPayLimit.fieldValue) },
            write: { .string($0) })
        coder.optional("displayOn", &displayOn)
    }
}
