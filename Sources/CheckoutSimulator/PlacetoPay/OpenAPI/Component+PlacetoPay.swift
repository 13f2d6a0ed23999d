import CheckoutContracts
import SandboxKit
import ToqueEncoding

extension Component {
    static let placetoPayRefusal = Component(
        "Refusal",
        .answer(
            .required(
                "status",
                .answer(
                    .required("status", .choice(["FAILED"])), .required("reason", PlacetoPayCode.schema),
                    .required("message", .text), .required("date", .text(matching: PlacetoPayExamples.date))))),
        example: PlacetoPayExamples.refusal)
    static let placetoPaySessionRequest = Component(
        "SessionRequest", PlacetoPaySessionRequest.schema, example: PlacetoPayExamples.request.json)
    static let placetoPayInformationRequest = Component(
        "InformationRequest", PlacetoPayInformationRequest.schema,
        example: PlacetoPayInformationRequest(auth: PlacetoPayExamples.request.auth).json)
    static let placetoPaySessionResponse = Component(
        "SessionResponse", PlacetoPaySessionResponse.schema, example: PlacetoPayExamples.response.json)
    static let placetoPayShownRequest = Component(
        "ShownRequest", PlacetoPayShownRequest.schema, example: PlacetoPayShownRequest(PlacetoPayExamples.request).json)
    static let placetoPayInformation = Component(
        "Information", PlacetoPaySessionInformation.schema, example: PlacetoPayExamples.information.json)
    static let placetoPayCancellation = Component(
        "Cancellation", PlacetoPayCancellation.schema, example: PlacetoPayExamples.cancellation.json)
    static let placetoPayCard = Component(
        "Card", PlacetoPayCard.schema, example: PlacetoPayCard(token: PlacetoPayProvider.usualToken).json)

    /// In the document's order.
    static let placetoPay = [
        placetoPayRefusal, placetoPaySessionRequest, placetoPaySessionResponse, placetoPayInformationRequest,
        placetoPayInformation, placetoPayCancellation, placetoPayCard,
    ]
}
