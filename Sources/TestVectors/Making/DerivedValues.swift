import ToqueCrypto

/// A sequence of values from HKDF with SHA-256: one input key, one info, and a one-byte salt that counts up from 0.
/// This is the rule of WebAuthn Level 3, section "Test Vectors".
public struct DerivedValues: Sendable, Hashable {
    public let inputKey: String
    public let info: String
    /// The derivations since the last call of `takeDerivations`, in order.
    private var derivations: [Derivation] = []
    private var salt: UInt8 = 0

    public init(inputKey: String, info: String) {
        self.inputKey = inputKey
        self.info = info
    }

    /// The next value of the sequence, which has 255.
    /// - Parameters:
    ///   - name: the name of the recorded derivation.
    ///   - count: the number of bytes, 1 to 8160.
    public mutating func next(_ name: String, count: Int) -> [UInt8] {
        let value = HKDF.derive(
            from: SecretBytes(copying: inputKey.utf8), salt: [salt], info: Array(info.utf8), count: count
        ).withUnsafeBytes(Array.init)
        derivations.append(
            Derivation(name: name, value: value, rule: .hkdf(inputKey: inputKey, salt: [salt], info: info)))
        salt += 1
        return value
    }

    /// Records a value outside the sequence.
    public mutating func note(_ name: String, value: [UInt8], formula: String) {
        derivations.append(Derivation(name: name, value: value, rule: .formula(formula)))
    }

    /// Returns and clears the recorded derivations.
    public mutating func takeDerivations() -> [Derivation] {
        defer { derivations = [] }
        return derivations
    }
}
