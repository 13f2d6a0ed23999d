import Testing
import ToqueCrypto
import ToqueEncoding

@testable import TestVectors

@Suite("Derived values")
struct DerivedValuesTests {
    @Test("The salts of derived values count up from zero")
    func saltsCountUp() {
        var values = DerivedValues(inputKey: "key", info: "info")
        for salt in [0, 1] as [UInt8] {
            let value = HKDF.derive(
                from: SecretBytes(copying: "key".utf8), salt: [salt], info: Array("info".utf8), count: 40
            ).withUnsafeBytes(Array.init)
            #expect(values.next("value", count: 40) == value)
        }
    }

    @Test("Derivations say how each value was made, until they are taken")
    func saysHowEachWasMade() {
        var values = DerivedValues(inputKey: "key", info: "info")
        let first = values.next("first", count: 2)
        values.note("prime", value: [7], formula: "2^3 - 1")
        #expect(
            values.takeDerivations().json == [
                "first": [
                    "value": .base64URL(first), "kdf": "HKDF-SHA-256", "ikm": "key", "salt": "AA", "info": "info",
                    "length": 2,
                ], "prime": ["value": "Bw", "formula": "2^3 - 1"],
            ])
        #expect(values.takeDerivations().isEmpty)
        _ = values.next("second", count: 1)
        #expect(values.takeDerivations().json["second"]?["salt"] == "AQ")
    }
}
