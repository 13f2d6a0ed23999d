import PixAPI

extension Charge: StoredModel {
    static let kind = "charge"
}
