import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

extension InspectionNode {
    /// Registration options (section 5.4); absent members are omitted.
    public init(_ options: PublicKeyCredentialCreationOptions) {
        let selection = options.authenticatorSelection
        self.init(
            "PublicKeyCredentialCreationOptions",
            children: [
                InspectionNode("rp", "\(options.rp.id ?? "the origin's host") (\(options.rp.name))"),
                InspectionNode(
                    "user", "\(options.user.name) (\(options.user.displayName))",
                    children: [InspectionNode("id", Self.describe(options.user.id))]),
                InspectionNode("challenge", Self.describe(options.challenge)),
                InspectionNode(
                    "pubKeyCredParams",
                    options.pubKeyCredParams.isEmpty
                        ? "empty: ES256 (-7), RS256 (-257)"
                        : options.pubKeyCredParams.map(\.description).joined(separator: ", ")),
            ] + Self.timeout(options.timeout)
                + Self.credentials("excludeCredentials", options.excludeCredentials)
                + [
                    InspectionNode(
                        "authenticatorSelection",
                        children: [
                            selection.authenticatorAttachment.map {
                                InspectionNode("authenticatorAttachment", $0.rawValue)
                            },
                            InspectionNode("residentKey", selection.residentKey.rawValue),
                            InspectionNode("userVerification", selection.userVerification.rawValue),
                        ].compactMap(\.self)),
                    InspectionNode("attestation", options.attestation.rawValue),
                ]
                + (options.attestationFormats.isEmpty
                    ? []
                    : [
                        InspectionNode(
                            "attestationFormats", options.attestationFormats.map(\.rawValue).joined(separator: ", "))
                    ])
                + Self.extensions(options.extensions))
    }

    /// Assertion options (section 5.5); absent members are omitted.
    public init(_ options: PublicKeyCredentialRequestOptions) {
        self.init(
            "PublicKeyCredentialRequestOptions",
            children: [
                InspectionNode("rpId", options.rpID ?? "the origin's host"),
                InspectionNode("challenge", Self.describe(options.challenge)),
            ] + Self.timeout(options.timeout)
                + Self.credentials("allowCredentials", options.allowCredentials)
                + [InspectionNode("userVerification", options.userVerification.rawValue)]
                + Self.extensions(options.extensions))
    }

    private static func timeout(_ milliseconds: Int?) -> [InspectionNode] {
        milliseconds.map { [InspectionNode("timeout", "\($0) ms")] } ?? []
    }

    private static func credentials(
        _ label: String, _ descriptors: [PublicKeyCredentialDescriptor]
    ) -> [InspectionNode] {
        guard !descriptors.isEmpty else { return [] }
        return [
            InspectionNode(
                label,
                children: descriptors.enumerated().map { index, descriptor in
                    InspectionNode(
                        "[\(index)]", describe(descriptor.id),
                        children: descriptor.transports.map {
                            [InspectionNode("transports", $0.map(\.rawValue).joined(separator: ", "))]
                        } ?? [])
                })
        ]
    }

    private static func extensions(_ extensions: JSONObject) -> [InspectionNode] {
        extensions.isEmpty ? [] : [InspectionNode("extensions", .object(extensions))]
    }
}
