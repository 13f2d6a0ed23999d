import PixAPI
import Sandbox

extension Charge {
    static let kind = "charge"

    static func find(_ id: String, _ transaction: Transaction) throws -> Charge? {
        try transaction.object(kind: kind, id: id).map(Charge.init(json:))
    }

    func save(_ transaction: Transaction) throws { try transaction.put(json, kind: Self.kind, id: id) }
}
