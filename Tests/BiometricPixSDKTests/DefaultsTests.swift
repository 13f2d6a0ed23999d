import Foundation
import SoftAuthenticator
import Testing
import ToqueWebAuthn

@testable import BiometricPixSDK

/// What an SDK does that was given nothing.
@Suite struct DefaultsTests {
    private let prompt = GesturePrompt(operation: .register, rpID: "belvo.com", verification: .face)

    @Test(
        "Without an interaction, gestures come from TOQUE_GESTURE",
        arguments: [("approve", UserGesture.approve), ("decline", .decline), ("decline,approve", .decline)])
    func gesturesComeFromTheEnvironment(text: String, gesture: UserGesture) async throws {
        let interaction = EnvironmentInteraction(environment: ["TOQUE_GESTURE": text])
        #expect(try await interaction.requestGesture(prompt) == gesture)
    }

    @Test("Without TOQUE_GESTURE, a gesture is refused with a hint", arguments: [nil, ""])
    func withoutGesturesNobodyApproves(text: String?) async {
        let interaction = EnvironmentInteraction(environment: text.map { ["TOQUE_GESTURE": $0] } ?? [:])
        await #expect(
            throws: WebAuthnError(
                .notAllowedError,
                "nobody can be asked for a gesture: give BiometricPixSDK an interaction, or set TOQUE_GESTURE")
        ) { try await interaction.requestGesture(prompt) }
    }

    @Test("An invalid TOQUE_GESTURE is refused and quoted")
    func gesturesThatCannotBeRead() async {
        let interaction = EnvironmentInteraction(environment: ["TOQUE_GESTURE": "nod"])
        let error = await #expect(throws: WebAuthnError.self) { try await interaction.requestGesture(prompt) }
        #expect(error?.name == .notAllowedError)
        #expect(
            error?.message.hasPrefix(#"TOQUE_GESTURE: gesture 1: found "nod", expected approve, decline, timeout"#)
                == true)
    }

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
