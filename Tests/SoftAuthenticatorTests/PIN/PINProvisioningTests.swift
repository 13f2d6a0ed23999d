import SoftAuthenticator
import Testing
import ToqueCrypto

@Suite struct PINProvisioningTests {
    private let storage: any CredentialStorage = MemoryCredentialStore()

    private func provision(_ text: String) throws -> PINProvisioning {
        try storage.provisionPIN(SecretBytes(copying: Array(text.utf8)))
    }

    @Test func theFirstOneIsSetAndStays() throws {
        #expect(try provision("código") == .set)
        #expect(try storage.pinState() == PINState(retries: PINState.maxRetries, codePoints: 6))
        #expect(try provision("código") == .unchanged)
    }

    @Test func anotherOneCostsNoTry() throws {
        #expect(try provision("1234") == .set)
        #expect(try provision("12345") == .refusedForAnother)
        #expect(try storage.pinState()?.retries == PINState.maxRetries)
        #expect(try provision("1234") == .unchanged)
    }

    @Test(arguments: ["", "123", "ééé", String(repeating: "1", count: 64)])
    func whatNoPlatformCouldSet(text: String) throws {
        #expect(try provision(text) == .refusedByPolicy)
        #expect(try storage.pinState() == nil)
    }

    @Test func thePolicyHoldsForANewOneAlone() throws {
        try storage.updateSettings { settings in
            settings.minPINLength = 6
            settings.pinComplexityPolicy = true
        }
        #expect(try provision("47110") == .refusedByPolicy)
        #expect(try provision("123456") == .refusedByPolicy)
        #expect(try provision("471100") == .set)
        try storage.updateSettings { $0.minPINLength = 8 }
        #expect(try provision("471100") == .unchanged)
        #expect(try provision("4711") == .refusedForAnother)
    }

    @Test(arguments: ["éééé", String(repeating: "1", count: 63)])
    func theShortestAndTheLongest(text: String) throws {
        #expect(try provision(text) == .set)
    }
}
