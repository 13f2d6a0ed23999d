import CredentialStore
import Foundation
import Testing
import ToqueWebAuthn

@Suite struct DefaultAuthenticatorTests {
    @Test("A store that cannot be opened is an UnknownError")
    func aStoreThatCannotBeOpenedIsTheCeremonysError() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "toque-sdk-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let authenticator = DefaultAuthenticator(environment: ["XDG_DATA_HOME": file.path])
        do {
            _ = try await authenticator.capabilities()
            Issue.record("a store was opened under a file")
        } catch {
            #expect(error.name == .unknownError)
        }
    }
}
