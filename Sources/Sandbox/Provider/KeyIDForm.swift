import ToqueCrypto
import ToqueEncoding

/// The ids that API keys of a provider have: a key with another one could be named in no request.
public struct KeyIDForm: Sendable {
    let expectation: String
    let takes: @Sendable (String) -> Bool
    let make: @Sendable (any RandomSource) -> String

    /// - Parameters:
    ///   - expectation: what an id is, for errors.
    ///   - make: gives the id of a key that is told none.
    public init(
        _ expectation: String, takes: @escaping @Sendable (String) -> Bool,
        make: @escaping @Sendable (any RandomSource) -> String = { "key-\(Hex.encode($0.bytes(8)))" }
    ) {
        self.expectation = expectation
        self.takes = takes
        self.make = make
    }

    public static let any = KeyIDForm("any text", takes: { _ in true })
}
