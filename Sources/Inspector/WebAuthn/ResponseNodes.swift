import ToqueEncoding
import ToqueWebAuthn

extension InspectionNode {
    /// The result of a registration, with all parts decoded (sections 5.1 and 5.2.1).
    public init(_ response: RegistrationResponse, context: InspectionContext = InspectionContext()) {
        self.init(
            "RegistrationResponse",
            children: [
                InspectionNode("id", Self.describe(response.credentialID)),
                InspectionNode(clientDataJSON: response.clientDataJSON),
                InspectionNode(attestationObject: response.attestationObject, context: context),
            ]
                + (response.transports.isEmpty
                    ? [] : [InspectionNode("transports", response.transports.map(\.rawValue).joined(separator: ", "))])
                + Self.common(response.authenticatorAttachment, response.clientExtensionResults))
    }

    /// The result of an authentication, with all parts decoded (sections 5.1 and 5.2.2).
    public init(_ response: AuthenticationResponse, context: InspectionContext = InspectionContext()) {
        self.init(
            "AuthenticationResponse",
            children: [
                InspectionNode("id", Self.describe(response.credentialID)),
                InspectionNode(clientDataJSON: response.clientDataJSON),
                InspectionNode(authenticatorData: response.authenticatorData, context: context),
                InspectionNode("signature", Self.describe(response.signature)),
            ] + (response.userHandle.map { [InspectionNode("userHandle", Self.describe($0))] } ?? [])
                + Self.common(response.authenticatorAttachment, response.clientExtensionResults))
    }

    private static func common(
        _ attachment: AuthenticatorAttachment?, _ extensionResults: JSONObject
    ) -> [InspectionNode] {
        (attachment.map { [InspectionNode("authenticatorAttachment", $0.rawValue)] } ?? [])
            + (extensionResults.isEmpty ? [] : [InspectionNode("clientExtensionResults", .object(extensionResults))])
    }
}
