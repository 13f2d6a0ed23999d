import ToqueCrypto

/// A row of values from HKDF with SHA-256: one input key and one info, and a salt of one byte that counts up from 0.
/// This is the rule of WebAuthn Level 3, section "Test Vectors".
public struct DerivedValues: Sendable, Hashable {
    public let inputKey: String
    public let info: String
    /// Of the values taken since `takeDerivations` was called last, in their order.
    private var derivations: [Derivation] = []
    private var salt: UInt8 = 0

    public init(inputKey: String, info: String) {
        self.inputKey = inputKey
        self.info = info
    }

    /// The next value of the row, of which there are 255.
    /// - Parameters:
    ///   - name: what the derivation is recorded as.
    ///   - count: bytes, 1 to 8160.
    public mutating func next(_ name: String, count: Int) -> [UInt8] {
        let value = HKDF.derive(
            from: SecretBytes(copying: inputKey.utf8), salt: [salt], info: Array(info.utf8), count: count
        ).withUnsafeBytes(Array.init)
        derivations.append(
            Derivation(name: name, value: value, rule: .hkdf(inputKey: inputKey, salt: [salt], info: info)))
        salt += 1
        return value
    }

    /// Notes a value that stands outside of the row.
    public mutating func note(_ name: String, value: [UInt8], formula: String) {
        derivations.append(Derivation(name: name, value: value, rule: .formula(formula)))
    }

    /// What was derived, and starts anew.
    public mutating func takeDerivations() -> [Derivation] {
        defer { derivations = [] }
        return derivations
    }
}
