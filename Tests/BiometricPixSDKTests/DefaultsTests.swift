import BiometricPixSDK
import CredentialStore
import Foundation
import SoftAuthenticator
import Testing

/// The defaults of an SDK without arguments.
@Suite struct DefaultsTests {
    @Test("Credentials are kept in the default store under XDG_DATA_HOME")
    func credentialsAreKeptInTheDefaultStore() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "toque-sdk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let sdk = BiometricPixSDK(
            authenticator: DefaultAuthenticator(environment: ["XDG_DATA_HOME": home.path]),
            interaction: ScriptedInteraction(.approve))
        let made = try await sdk.startRegistration(fidoResponseString: GuideOptions.registration())
        let response = try await sdk.startSigning(
            fidoResponseString: GuideOptions.signing(made.encodedId), fallbackCredential: nil)
        #expect(response.encodedUserHandle == GuideOptions.userID)
        #expect(FileManager.default.fileExists(atPath: home.appending(path: "toque").path))
    }
}
