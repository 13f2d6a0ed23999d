import ToqueCBOR

/// The key of a map's member: a number or a text, and its name as CTAP spells it.
package struct CTAPMapKey: Sendable {
    /// What the member's value is, beyond its type.
    package enum Content: Sendable {
        case plain
        case aaguid
        /// Maps with `alg`.
        case algorithms
        /// - Parameter format: the key of the format, in the same map.
        case attestationStatement(format: CBOR)
        case authenticatorData
        case coseKey
        /// Inputs of extensions, by their names.
        case extensions
        case members([CTAPMapKey])
        case permissions
        /// By their numbers.
        case subCommands([UInt64: String])

        static func subCommand<Code: CaseIterable & RawRepresentable<UInt64>>(_ type: Code.Type) -> Self {
            .subCommands(Dictionary(uniqueKeysWithValues: type.allCases.map { ($0.rawValue, "\($0)") }))
        }
    }

    package let value: CBOR
    package let name: String
    package let content: Content
}
