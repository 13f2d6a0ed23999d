import Sandbox

extension EcommpayProvider {
    /// The life of a payment as a test.
    static let testGuide = TestGuide(
        subjects: [.init(kind: EcommpayPayment.kind, variable: "payment")],
        replay: .init(
            id: #"{object}["payment"]["id"]"#,
            waits: Dictionary(
                uniqueKeysWithValues: (atPage + [.awaitingClarification, .awaitingCustomer, .awaitingCapture]).map {
                    ($0.rawValue, "payment.\($0.rawValue)")
                }),
            acts: [
                .init("approve", names(.charged, .held), in: Set(atPage.map(\.rawValue))),
                .init("decline", names(.personDeclined), in: Set(atPage.map(\.rawValue))),
                .init("expire", names(.personGone, .holdExpired)),
                .init("capture", names(.captured)),
            ],
            backend: names(
                .paymentRequested, .pageOpened, .clarified, .retried, .personDeclined, .holdCanceled, .refundedPartly,
                .refundedWholly),
            reasons: [
                EcommpayPaymentEvent.declined.rawValue: "decline",
                EcommpayPaymentEvent.declinedByRiskSystem.rawValue: "risk",
                EcommpayPaymentEvent.declinedBy3DSecure.rawValue: "3ds_declined",
                EcommpayPaymentEvent.personGone.rawValue: "not_returned",
                EcommpayPaymentEvent.personDeclined.rawValue: "cancelled_by_customer",
            ], usual: "payment.frictionless"))

    private static let atPage: [EcommpayPaymentState] = [.awaiting3DSResult, .awaitingRedirectResult]

    private static func names(_ events: EcommpayPaymentEvent...) -> Set<String> { Set(events.map(\.rawValue)) }
}
