import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding
import ToqueWebAuthn

extension PixProvider {
    func request(handingOver ceremony: CeremonyRecord, _ transaction: ReadTransaction) throws -> CeremonyHandover? {
        guard let response = ceremony.document["response"] else { return nil }
        let id = FormURLEncoding.encode(ceremony.object)
        if let made = try? RegistrationResponse(json: response) {
            let body = ConfirmEnrollmentRequest(
                credentialID: made.credentialID, clientDataJSON: made.clientDataJSON,
                attestationObject: made.attestationObject, clientExtensionResults: made.clientExtensionResults)
            return CeremonyHandover("POST", "/enrollments/\(id)/confirm/", body: body.json)
        }
        guard let made = try? AuthenticationResponse(json: response) else { return nil }
        let payment = try PaymentIntentRecord.find(ceremony.object, transaction)
        let body = AuthorizePaymentIntentRequest(
            riskSignals: payment?.riskSignals ?? [:], credentialID: made.credentialID,
            clientDataJSON: made.clientDataJSON, authenticatorData: made.authenticatorData, signature: made.signature,
            userHandle: made.userHandle, clientExtensionResults: made.clientExtensionResults)
        return CeremonyHandover("POST", "/payment-intents/\(id)/authorize/", body: body.json)
    }
}
