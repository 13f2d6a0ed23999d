import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// Callbacks, requests to Gate, payment options, and the query of the Payment Page.
enum EcommpayInputs {
    private static var key: SecretBytes { SecretBytes(copying: "your_secret".utf8) }

    static func read(_ input: [UInt8]) {
        _ = try? EcommpayCallback.verifying(input, key: key)
        query(String(decoding: input, as: UTF8.self))
        guard let json = try? JSON(parsing: input), let message = json.objectValue else { return }
        sign(message)
        options(json)
    }

    // MARK: Messages

    private static func sign(_ message: JSONObject) {
        let text = EcommpayStringToSign(message)
        require(EcommpayStringToSign(message) == text, "a string to sign is made twice, and differs")
        let signed = EcommpaySignature.signing(message: message, key: key)
        require(EcommpayStringToSign(signed) == text, "the signature is a part of what is signed")
        require(EcommpaySignature.verify(message: signed, key: key), "a signature is refused")
        guard let signature = EcommpaySignature.carried(by: signed) else { fatalError("it carries no signature") }
        if let other = CheckoutModels.flipped(text.bytes) {
            require(
                !EcommpaySignature.verify(signature, of: EcommpayStringToSign(bytes: other), key: key),
                "a changed text is taken")
        }
        if let other = CheckoutModels.flipped(signature) {
            require(!EcommpaySignature.verify(other, of: text, key: key), "a changed signature is taken")
        }
        let body = JSON.object(signed).utf8
        callback(body)
        change(body, text)
        gate(message)
    }

    /// A signed message is refused only because of its members.
    private static func callback(_ body: [UInt8]) {
        do throws(EcommpayCallbackError) {
            CheckoutModels.answer(EcommpayCallback.self, try EcommpayCallback.verifying(body, key: key).json)
        } catch {
            guard case .member = error else { fatalError("\(error)") }
        }
    }

    /// A body with one changed bit is refused, unless its meaning is the same.
    private static func change(_ body: [UInt8], _ text: EcommpayStringToSign) {
        guard let changed = CheckoutModels.flipped(body), let json = try? JSON(parsing: changed),
            let message = json.objectValue, EcommpaySignature.verify(message: message, key: key)
        else { return }
        require(EcommpayStringToSign(message) == text, "a changed body is taken")
    }

    private static func gate(_ message: JSONObject) {
        guard message["signature"] == nil, message["general"]?.objectValue != nil else { return }
        let signed = EcommpaySignature.signing(gateRequest: message, key: key)
        require(EcommpaySignature.verify(message: signed, key: key), "the signature of a request is refused")
    }

    // MARK: Options

    private static func options(_ json: JSON) {
        CheckoutModels.request(EcommpayPaymentOptions.self, json)
        guard let options = try? EcommpayPaymentOptions(validating: JSONReader(json)) else { return }
        require(CheckoutModels.succeeds { try options.validate() }, "options that were read are invalid")
        let again = try? EcommpayPaymentOptions(json: options.json)
        require(again?.stringToSign == options.stringToSign, "options are signed otherwise on the other end")
    }

    // MARK: The Payment Page

    private static func query(_ text: String) {
        guard let query = FormURLEncoding.decode(text) else { return }
        _ = EcommpayPaymentPage.verify(query: query, key: key)
        var names: Set<String> = ["signature"]
        let parameters = query.filter { names.insert($0.name).inserted }
        let url = EcommpayPaymentPage.url(parameters, key: key)
        guard let again = FormURLEncoding.decode(url.drop { $0 != "?" }.dropFirst()) else {
            fatalError("the page's address has no query")
        }
        require(EcommpayPaymentPage.verify(query: again, key: key), "the page's address is refused")
    }
}
