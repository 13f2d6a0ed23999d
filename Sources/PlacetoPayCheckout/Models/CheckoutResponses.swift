import CheckoutContracts
import ToqueEncoding

/// Response to a request for a session. After a refusal it has only the status.
public final class CheckoutPaymentResponse: Decodable, CheckoutResult {
    public let status: CheckoutStatus
    public let requestId: Int?
    /// The payment page. With the return and the cancel URL, it is all that the device needs.
    public let processUrl: String?
    /// Never present in responses.
    public let date: String?

    init(_ response: PlacetoPaySessionResponse) {
        status = response.status
        requestId = response.requestID
        processUrl = response.processURL
        date = nil
    }
}

/// Response to a request for a session's information.
public struct CheckoutInformationResponse: Decodable, CheckoutResult {
    public let status: CheckoutStatus
    public let requestId: Int?
    /// Not a `CheckoutPaymentRequest`, because a response may lack a request's required members.
    public let request: PlacetoPayShownRequest?
    public let payment: [CheckoutPaymentInformation]?

    init(_ information: PlacetoPaySessionInformation) {
        status = information.status
        requestId = information.requestID
        request = information.request
        payment = information.payment
    }
}
