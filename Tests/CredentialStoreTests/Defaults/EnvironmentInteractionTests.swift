import CredentialStore
import SoftAuthenticator
import Testing
import ToqueWebAuthn

@Suite struct EnvironmentInteractionTests {
    private let prompt = GesturePrompt(operation: .register, rpID: "belvo.com", verification: .face)

    @Test(
        "Without an interaction, gestures come from TOQUE_GESTURE",
        arguments: [("approve", UserGesture.approve), ("decline", .decline), ("decline,approve", .decline)])
    func gesturesComeFromTheEnvironment(text: String, gesture: UserGesture) async throws {
        let interaction = EnvironmentInteraction(environment: ["TOQUE_GESTURE": text], owner: "an SDK")
        #expect(try await interaction.requestGesture(prompt) == gesture)
    }

    @Test("Without TOQUE_GESTURE, a gesture is refused with a hint", arguments: [nil, ""])
    func withoutGesturesNobodyApproves(text: String?) async {
        let interaction = EnvironmentInteraction(
            environment: text.map { ["TOQUE_GESTURE": $0] } ?? [:], owner: "BiometricPixSDK")
        await #expect(
            throws: WebAuthnError(
                .notAllowedError,
                "there is no one to ask for a gesture: give BiometricPixSDK an interaction, or set TOQUE_GESTURE")
        ) { try await interaction.requestGesture(prompt) }
    }

    @Test("An invalid TOQUE_GESTURE is refused and quoted")
    func gesturesThatCannotBeRead() async {
        let interaction = EnvironmentInteraction(environment: ["TOQUE_GESTURE": "nod"], owner: "an SDK")
        let error = await #expect(throws: WebAuthnError.self) { try await interaction.requestGesture(prompt) }
        #expect(error?.name == .notAllowedError)
        #expect(
            error?.message.hasPrefix(#"TOQUE_GESTURE: gesture 1: found "nod", expected approve, decline, timeout"#)
                == true)
    }
}
