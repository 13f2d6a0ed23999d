import CheckoutContracts
import Foundation
import ToqueEncoding

/// JSON for encoders and decoders: it makes the contract's models `Codable`, like the guide's, without listing their
/// members again. Amounts go through `Decimal`, which is exact for their 18 digits.
struct CodableJSON: Codable {
    let json: JSON

    init(_ json: JSON) { self.json = json }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            json = .null
        } else if let value = try? container.decode(Bool.self) {
            json = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            json = .int(value)
        } else if let value = try? container.decode(Decimal.self) {
            guard let exact = ExactDecimal(value.description) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a number of more than \(ExactDecimal.digitLimit) digits")
            }
            json = exact.json
        } else if let value = try? container.decode(String.self) {
            json = .string(value)
        } else if let values = try? container.decode([CodableJSON].self) {
            json = .array(values.map(\.json))
        } else {
            var object = JSONObject()
            for (name, value) in try container.decode([String: CodableJSON].self) { object[name] = value.json }
            json = .object(object)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch json {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let number):
            if let value = number.int {
                try container.encode(value)
            } else if let value = Decimal(string: number.text) {
                try container.encode(value)
            } else {
                try container.encode(number.double)
            }
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values.map(CodableJSON.init))
        case .object(let object):
            var members: [String: CodableJSON] = [:]
            for (name, value) in object { members[name] = CodableJSON(value) }
            try container.encode(members)
        }
    }
}

extension JSONModel where Self: Codable {
    public init(from decoder: any Decoder) throws { try self.init(json: CodableJSON(from: decoder).json) }
    public func encode(to encoder: any Encoder) throws { try CodableJSON(json).encode(to: encoder) }
}

extension PlacetoPayStatus: Codable {}
extension PlacetoPayPerson: Codable {}
extension PlacetoPayField: Codable {}
extension PlacetoPayPayment: Codable {}
extension PlacetoPayShownRequest: Codable {}
extension PlacetoPayTransaction: Codable {}
