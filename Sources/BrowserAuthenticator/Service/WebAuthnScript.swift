import ToqueEncoding

/// `toque-webauthn.js`, which gives pages `navigator.credentials` and `PublicKeyCredential`.
public enum WebAuthnScript {
    /// The script as it is in the repository: it does nothing before it is configured.
    public static var source: String { String(decoding: PackageResources.toque_webauthn_js, as: UTF8.self) }

    /// `toque-carrier.js`, for pages whose calls the proxy takes between two commands.
    static var carrier: String { String(decoding: PackageResources.toque_carrier_js, as: UTF8.self) }

    /// The script for one service.
    /// - Parameters:
    ///   - url: the service's page endpoint.
    ///   - token: the service's token.
    ///   - binding: the name of a function of the page that passes calls on where the page's policy forbids requests.
    public static func configured(url: String, token: String, binding: String? = nil) -> String {
        var configuration: JSONObject = ["url": .string(url), "token": .string(token)]
        configuration["binding"] = binding.map(JSON.string)
        // No tag of HTML may end the script where it is embedded in a page.
        let text = JSON.object(configuration).serialized().replacing("<", with: "\\u003c")
        return source.replacing("})(null);", with: "})(\(text));")
    }
}
