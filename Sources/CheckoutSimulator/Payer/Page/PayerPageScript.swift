import Pages
import SandboxKit
import ToqueEncoding

extension PayerCeremonies {
    /// The ceremonies in a browser: the button to approve asks the passkey first, and the form carries the passkey's
    /// responses.
    func script(_ texts: PageTexts) -> PageScript {
        var data: JSONObject = [:]
        data["registration"] = registrationOptions?.json
        data["authentication"] = authenticationOptions.json
        data["unsupported"] = .string(texts[.payerUnsupported])
        data["failed"] = .string(texts[.payerFailed])
        return PageScript(.passkey, data: .object(data))
    }
}
