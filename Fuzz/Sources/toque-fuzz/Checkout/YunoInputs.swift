import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// Webhooks with their headers, bodies of requests and responses, deep links.
enum YunoInputs {
    private static var keys: YunoWebhookKeys {
        YunoWebhookKeys(apiKey: "sandbox", key: SecretBytes(copying: "whsec-test".utf8))
    }

    static func read(_ input: [UInt8]) {
        check(input)
        follow(String(decoding: input, as: UTF8.self))
        guard let json = try? JSON(parsing: input) else { return }
        CheckoutModels.answer(YunoWebhook.self, json)
        CheckoutModels.answer(YunoPayment.self, json)
        CheckoutModels.answer(YunoSession.self, json)
        CheckoutModels.answer(YunoDevicePayment.self, json)
        CheckoutModels.answer(YunoAPIError.self, json)
        CheckoutModels.request(CreateYunoSessionRequest.self, json)
        CheckoutModels.request(YunoDevicePaymentRequest.self, json)
        CheckoutModels.request(YunoCaptureRequest.self, json)
        CheckoutModels.request(YunoCancelRequest.self, json)
        CheckoutModels.request(YunoRefundRequest.self, json)
    }

    /// The headers created for a body are accepted; no others are, and none for another body.
    private static func check(_ body: [UInt8]) {
        let headers = keys.headers(of: body)
        func checks(_ body: [UInt8], _ headers: [(name: String, value: String)]) -> Bool {
            CheckoutModels.succeeds {
                try keys.check(body) { name in headers.first { $0.name == name }?.value }
            }
        }
        require(checks(body, headers), "a signature is refused")
        if let other = CheckoutModels.flipped(body) { require(!checks(other, headers), "a changed body is taken") }
        for index in headers.indices {
            var changed = headers
            changed[index].value = CheckoutModels.flipped(headers[index].value) ?? ""
            require(!checks(body, changed), "a changed header is taken")
            changed.remove(at: index)
            require(!checks(body, changed), "a header need not be there")
        }
    }

    private static func follow(_ url: String) {
        guard let link = YunoDeepLink(url) else { return }
        require(YunoDeepLink(link.url("shop://return")) == link, "a deep link changes on its way")
    }
}
