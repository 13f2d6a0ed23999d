import Testing

@testable import TestVectors

@Suite("Vector sets")
struct VectorSetTests {
    @Test("A vector set is found by its name, and an unknown name has no set")
    func goByTheirNames() {
        #expect(VectorSet(rawValue: "w3c-webauthn-l3") == .w3cWebAuthnLevel3)
        #expect(VectorSet(rawValue: "no-such-set") == nil)
    }
}
