import ToqueCBOR

/// The key of a map's member: a number or a text, with its name in CTAP's spelling.
package struct CTAPMapKey: Sendable {
    /// The kind of the member's value, beyond its type.
    package enum Content: Sendable {
        case plain
        case aaguid
        /// Maps with `alg`.
        case algorithms
        /// - Parameter format: the key of the format in the same map.
        case attestationStatement(format: CBOR)
        case authenticatorData
        case coseKey
        /// Extension inputs, by name.
        case extensions
        case members([CTAPMapKey])
        case permissions
        /// By number.
        case subCommands([UInt64: String])

        static func subCommand<Code: CaseIterable & RawRepresentable<UInt64>>(_ type: Code.Type) -> Self {
            .subCommands(Dictionary(uniqueKeysWithValues: type.allCases.map { ($0.rawValue, "\($0)") }))
        }
    }

    package let value: CBOR
    package let name: String
    package let content: Content
}
