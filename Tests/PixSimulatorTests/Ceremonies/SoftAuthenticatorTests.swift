import PixAPI
import SoftAuthenticator
import Testing
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The software authenticator and the client's options reader, against the simulator.
@Suite struct SoftAuthenticatorTests {
    private func client(_ profile: AuthenticatorProfile) -> WebAuthnClient {
        WebAuthnClient(
            authenticator: SoftAuthenticator(profile: profile, storage: MemoryCredentialStore()),
            interaction: ScriptedInteraction(.approve))
    }

    @Test(
        "The software authenticator enrolls and pays with any profile that verifies the user",
        arguments: AuthenticatorProfile.all.filter { $0.verification != .none })
    func enrollsAndPays(profile: AuthenticatorProfile) async throws {
        try await Simulation.run { simulation in
            let client = client(profile)
            let (id, options) = try await simulation.begunEnrollment()
            let registration = try await client.create(OptionsReader().creationOptions(options.utf8).options)
            let confirm = ConfirmEnrollmentRequest(
                credentialID: registration.credentialID, clientDataJSON: registration.clientDataJSON,
                attestationObject: registration.attestationObject,
                clientExtensionResults: registration.clientExtensionResults)
            #expect(try await simulation.post("/enrollments/\(id)/confirm/", confirm.json).status == 204)
            simulation.clock.advance(by: .seconds(1))
            let enrollment = try await simulation.enrollment(id)
            #expect(enrollment["status"] == "SUCCEEDED", "\(enrollment.serialized())")

            for _ in 0..<2 {
                let (intentID, signOptions) = try await simulation.createIntent(id)
                let assertion = try await client.get(OptionsReader().requestOptions(signOptions.utf8).options)
                let authorize = AuthorizePaymentIntentRequest(
                    riskSignals: try #require(Simulation.signals.objectValue), credentialID: assertion.credentialID,
                    clientDataJSON: assertion.clientDataJSON, authenticatorData: assertion.authenticatorData,
                    signature: assertion.signature, userHandle: assertion.userHandle,
                    clientExtensionResults: assertion.clientExtensionResults)
                let path = "/payment-intents/\(intentID)/authorize/"
                #expect(try await simulation.post(path, authorize.json).status == 204)
                simulation.clock.advance(by: .seconds(1))
                let intent = try await simulation.intent(intentID)
                #expect(intent["status"] == "SUCCEEDED", "\(intent.serialized())")
            }
        }
    }
}
