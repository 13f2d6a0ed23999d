/// The form of a resource in a request: customers and bank accounts have two (docs/fidelity.md).
public enum ResourceVersion: String, Sendable, Hashable, CaseIterable {
    /// No header.
    case v1 = "Payments-BR.V1"
    case v2 = "Payments-BR.V2"

    public static let header = "X-Belvo-API-Resource-Version"

    var headers: [(name: String, value: String)] { self == .v1 ? [] : [(Self.header, rawValue)] }
}
