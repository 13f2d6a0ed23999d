import SoftAuthenticator
import Testing
import ToqueCrypto

@Suite struct PINProvisioningTests {
    private let storage: any CredentialStorage = MemoryCredentialStore()

    private func provision(_ text: String) throws -> PINProvisioning {
        try storage.provisionPIN(SecretBytes(copying: Array(text.utf8)))
    }

    @Test("The first PIN is set, and the same PIN again changes nothing")
    func theFirstOneIsSetAndStays() throws {
        #expect(try provision("código") == .set)
        #expect(try storage.pinState() == PINState(retries: PINState.maxRetries, codePoints: 6))
        #expect(try provision("código") == .unchanged)
    }

    /// Starting a key again and again must not reveal its PIN.
    @Test("A wrong PIN costs a try, and the right one restores all tries")
    func wrongPIN() throws {
        #expect(try provision("1234") == .set)
        #expect(try provision("12345") == .refusedForAnother(retries: 7))
        #expect(try provision("12345") == .refusedForAnother(retries: 6))
        #expect(try storage.pinState()?.retries == 6)
        #expect(try provision("1234") == .unchanged)
        #expect(try storage.pinState()?.retries == PINState.maxRetries)
    }

    @Test("Enough wrong PINs block the PIN, and then the right one is refused")
    func blocked() throws {
        #expect(try provision("1234") == .set)
        for retries in (1..<PINState.maxRetries).reversed() {
            #expect(try provision("12345") == .refusedForAnother(retries: retries))
        }
        #expect(try provision("12345") == .refusedAsBlocked)
        #expect(try provision("1234") == .refusedAsBlocked)
        #expect(try storage.pinState()?.retries == 0)
    }

    @Test("A text that cannot be a PIN costs no try")
    func noPIN() throws {
        #expect(try provision("1234") == .set)
        #expect(try provision("123") == .refusedByPolicy)
        #expect(try storage.pinState()?.retries == PINState.maxRetries)
    }

    @Test("A PIN try is spent before the comparison, and fails if it cannot be stored")
    func durably() throws {
        let storage = WatchedStorage()
        #expect(try storage.provisionPIN(SecretBytes(copying: "1234".utf8)) == .set)
        storage.calls = []
        #expect(
            try storage.provisionPIN(SecretBytes(copying: "9999".utf8)) == .refusedForAnother(retries: 7))
        #expect(storage.calls == ["spendPINRetry", "pinVerifier"])
        storage.failing = "spendPINRetry"
        #expect(throws: CredentialStorageError.self) {
            try storage.provisionPIN(SecretBytes(copying: "1234".utf8))
        }
    }

    @Test(
        "A PIN that no platform could set is refused", arguments: ["", "123", "ééé", String(repeating: "1", count: 64)])
    func whatNoPlatformCouldSet(text: String) throws {
        #expect(try provision(text) == .refusedByPolicy)
        #expect(try storage.pinState() == nil)
    }

    @Test("The PIN policy applies only to a new PIN")
    func thePolicyHoldsForANewOneAlone() throws {
        try storage.updateSettings { settings in
            settings.minPINLength = 6
            settings.pinComplexityPolicy = true
        }
        #expect(try provision("47110") == .refusedByPolicy)
        #expect(try provision("123456") == .refusedByPolicy)
        #expect(try provision("471100") == .set)
        try storage.updateSettings { $0.minPINLength = 8 }
        #expect(try provision("471100") == .unchanged)
        #expect(try provision("4711") == .refusedForAnother(retries: 7))
    }

    @Test("PINs of 4 code points and of 63 bytes are accepted", arguments: ["éééé", String(repeating: "1", count: 63)])
    func theShortestAndTheLongest(text: String) throws {
        #expect(try provision(text) == .set)
    }
}
