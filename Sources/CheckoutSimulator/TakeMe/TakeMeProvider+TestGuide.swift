import Sandbox

extension TakeMeProvider {
    /// The life of a source as a test.
    static let testGuide = TestGuide(
        subjects: [.init(kind: TakeMeSourceRecord.kind, variable: "source")],
        replay: .init(
            waits: [
                TakeMeSourceState.pending.rawValue: "source.pending",
                TakeMeSourceState.chargeable.rawValue: "source.chargeable",
            ],
            acts: [
                .init(
                    "decline", [TakeMeSourceEvent.decided.rawValue], next: TakeMeSourceEvent.declined.rawValue,
                    isWithoutScenario: true),
                .init("approve", [TakeMeSourceEvent.decided.rawValue]),
                .init(
                    "expire",
                    [TakeMeSourceEvent.authorizationExpired.rawValue, TakeMeSourceEvent.chargeExpired.rawValue]),
            ],
            backend: [TakeMeSourceEvent.charged.rawValue], parameters: ["type": "source.type"]))
}
