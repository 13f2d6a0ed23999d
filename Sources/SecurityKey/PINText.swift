import ToqueCrypto

/// PINs as people type them.
public enum PINText {
    /// The PIN in the form for keys, Unicode normalization form C (CTAP 2.3 section 6.5.1).
    /// - Returns: nil if `typed` is not UTF-8.
    public static func normalized(_ typed: consuming SecretBytes) -> SecretBytes? {
        // ASCII is already normalized. Anything else goes through a String, whose bytes nobody can overwrite.
        guard typed.withUnsafeBytes({ $0.contains { $0 >= 0x80 } }) else { return typed }
        guard let text = typed.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else { return nil }
        var normalized = text._nfcCodeUnits
        return SecretBytes(consuming: &normalized)
    }
}
