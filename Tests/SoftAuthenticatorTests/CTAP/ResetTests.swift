import Attestation
import CTAP
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import SoftAuthenticator

/// The effects of authenticatorReset (CTAP 2.3 section 6.6).
@Suite("A reset")
struct ResetTests {
    @Test("A reset erases the user's data and keeps the device's")
    func erases() async throws {
        let device = try Device(.android, enterprise: .sample())
        let storage = device.storage
        try await device.setPIN()
        for name in StoredSecret.allCases { _ = try storage.secret(name) { SystemRandom().secret(16) } }
        storage.updateSettings { settings in
            settings.minPINLength = 8
            settings.minPINLengthRPIDs = [Sample.rpID]
            settings.forcePINChange = true
            settings.pinComplexityPolicy = true
            settings.alwaysUv = true
            settings.enterpriseAttestation = true
            settings.longTouchForReset = true
            settings.uvRetries = 1
            settings.uvCountSinceLastPINEntry = 7
        }
        storage.save(Fingerprint(id: [1], friendlyName: "", finger: "index"))
        storage.setLargeBlobArray([0x80])
        try storage.save(
            PINBench(pin: nil, storage: MemoryCredentialStore()).save(), privateKey: SecretBytes(copying: [1]))

        _ = try await device.send(.reset)
        #expect(storage.pinState() == nil)
        #expect(storage.settings() == AuthenticatorSettings())
        #expect(storage.fingerprints().isEmpty)
        #expect(storage.largeBlobArray() == nil)
        #expect(storage.credentials(rpID: nil).isEmpty)
        #expect(StoredSecret.allCases.filter(storage.has) == [.attestation])
        // The capabilities stay, and the configuration is gone.
        let fresh = try Device(.android, enterprise: .sample())
        #expect(try await device.getInfo() == fresh.getInfo())
    }
}
