import Sandbox

extension PlacetoPayProvider {
    /// The life of a session as a test.
    static let testGuide = TestGuide(
        subjects: [.init(kind: PlacetoPaySession.kind, variable: "session")],
        replay: .init(
            id: #"str({object}["requestId"])"#,
            waits: [
                PlacetoPayState.open.rawValue: "session.pending",
                PlacetoPayState.partlyPaid.rawValue: "session.approved_partial",
            ],
            acts: [
                .init("decline", names(.rejected, .attemptsExhausted), in: atPage, isWithoutScenario: true),
                .init(
                    "approve", names(.submitted, .approved, .rejected, .attemptsExhausted), in: atPage
                ),
                .init("expire", names(.expired)),
            ],
            // Only a session that the backend allows to be paid in parts becomes partly paid.
            backend: names(.abandoned, .canceledByMerchant, .partlyApproved)))

    private static let atPage: Set<String> = [PlacetoPayState.open.rawValue, PlacetoPayState.partlyPaid.rawValue]

    private static func names(_ events: PlacetoPayEvent...) -> Set<String> { Set(events.map(\.rawValue)) }
}
