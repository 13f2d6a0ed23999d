import ToqueCrypto
import ToqueEncoding

/// The form of a provider's API key ids; requests could not express others.
public struct KeyIDForm: Sendable {
    let expectation: String
    let takes: @Sendable (String) -> Bool
    let make: @Sendable (any RandomSource) -> String

    /// - Parameters:
    ///   - expectation: describes a valid id, for errors.
    ///   - make: generates the id of a key without one.
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
