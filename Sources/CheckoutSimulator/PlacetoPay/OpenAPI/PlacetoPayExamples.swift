import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// Example values. The proof uses the default key.
enum PlacetoPayExamples {
    static let handle = "0123456789abcdef0123456789abcdef"
    static let date = #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}-05:00$"#
    private static let time = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z
    private static let total = ExactDecimal(minorUnits: 165_000, exponent: 0)
    private static let currency = Currency("COP") ?? .blank

    static let refusal = PlacetoPaySessionResponse(
        status: PlacetoPayStatus(
            .failed, reason: .number(401), message: PlacetoPayAuthError.wrongTranKey.message, at: time)
    ).json

    static var request: PlacetoPaySessionRequest {
        let key = APIKey.sandbox
        return PlacetoPaySessionRequest(
            auth: PlacetoPayAuth(
                login: key.id, secretKey: SecretBytes(copying: key.secret.utf8), nonce: Array("927342".utf8),
                seed: PlacetoPayDate.text(time)),
            locale: "es_CO",
            buyer: PlacetoPayPerson(
                document: "1040035000", documentType: "CC", name: "Ana", surname: "Exemplo",
                email: "ana@loja.example"),
            payment: PlacetoPayPayment(
                reference: "order-42", description: "Books",
                amount: PlacetoPayAmount(
                    currency: currency, total: total,
                    details: [PlacetoPayDetail(.subtotal, ExactDecimal(minorUnits: 150_000, exponent: 0))])),
            returnURL: "https://loja.example/return", cancelURL: "https://loja.example/cancel",
            ipAddress: "127.0.0.1", userAgent: "Mozilla/5.0")
    }

    private static func status(_ word: PlacetoPayStatus.Word, _ reason: PlacetoPayCode) -> PlacetoPayStatus {
        PlacetoPayStatus(word, reason: reason, message: "…", at: time)
    }

    static let response = PlacetoPaySessionResponse(
        status: status(.ok, .created), requestID: 1,
        processURL: "http://localhost:8420/spa/session/1/\(handle)")

    static var information: PlacetoPaySessionInformation {
        PlacetoPaySessionInformation(
            status: status(.approved, .approved), requestID: 1, request: PlacetoPayShownRequest(request),
            payment: [
                PlacetoPayTransaction(
                    status: status(.approved, .approved), internalReference: 1, reference: "order-42",
                    paymentMethod: "visa", paymentMethodName: "Visa", issuerName: "Banco Exemplo",
                    amount: .init(currency, total), authorization: "A1B2C3", receipt: "1", franchise: "CR_VS")
            ])
    }

    static var cancellation: PlacetoPayCancellation {
        PlacetoPayCancellation(
            status: status(.ok, .approved),
            session: PlacetoPaySessionInformation(
                status: status(.rejected, .canceledByMerchant), requestID: 1,
                request: PlacetoPayShownRequest(request)))
    }
}
