import CheckoutContracts
import ToqueEncoding

/// Answer to a request for a session. A refused one has the status alone.
public final class CheckoutPaymentResponse: Decodable, CheckoutResult {
    public let status: CheckoutStatus
    public let requestId: Int?
    /// Where the person pays: with the return and the cancel URL all that the device needs.
    public let processUrl: String?
    /// No answer has it.
    public let date: String?

    init(_ response: PlacetoPaySessionResponse) {
        status = response.status
        requestId = response.requestID
        processUrl = response.processURL
        date = nil
    }
}

/// Answer to a request for a session's information.
public struct CheckoutInformationResponse: Decodable, CheckoutResult {
    public let status: CheckoutStatus
    public let requestId: Int?
    /// Not a `CheckoutPaymentRequest`: an answer may lack what a request needs.
    public let request: PlacetoPayShownRequest?
    public let payment: [CheckoutPaymentInformation]?

    init(_ information: PlacetoPaySessionInformation) {
        status = information.status
        requestId = information.requestID
        request = information.request
        payment = information.payment
    }
}
