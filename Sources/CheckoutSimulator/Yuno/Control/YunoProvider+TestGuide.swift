import Sandbox

extension YunoProvider {
    /// The life of a payment as a test.
    static let testGuide = TestGuide(
        subjects: [.init(kind: YunoPaymentRecord.kind, variable: "payment")],
        replay: .init(
            waits: [
                YunoPaymentState.codeShown.rawValue: YunoTrigger.pending.rawValue,
                YunoPaymentState.sheetShown.rawValue: YunoTrigger.pending.rawValue,
                YunoPaymentState.redirected.rawValue: YunoTrigger.pending.rawValue,
                YunoPaymentState.authorized.rawValue: YunoTrigger.authorized.rawValue,
            ],
            acts: [
                .init("approve", names(.personApproved)), .init("decline", names(.personDeclined)),
                .init(
                    "expire",
                    names(.codeExpired, .challengeExpired, .redirectExpired, .providerSilent, .authorizationExpired)),
                .init("cancel", names(.canceled)),
            ],
            backend: names(.captured, .partiallyCaptured, .refunded, .partiallyRefunded),
            reasons: [
                YunoPaymentEvent.authenticationFailed.rawValue: "authentication_failed_three_d_secure",
                YunoPaymentEvent.personDeclined.rawValue: "cancelled_by_user",
            ], parameters: ["method": "method"]))

    private static func names(_ events: YunoPaymentEvent...) -> Set<String> { Set(events.map(\.rawValue)) }
}
