import Testing

@testable import toque

@Suite struct NearestNamesTests {
    private static let names = [
        "success", "payment.insufficient_funds", "payment.rejected_by_user", "unavailable", "slow",
    ]

    @Test(
        "Only names close to the given one are suggested",
        arguments: [
            ("insufficient_funds", ["payment.insufficient_funds"]), ("sucess", ["success"]), ("SLOW", ["slow"]),
            ("unavalable", ["unavailable"]), ("payment.insuficient_fund", ["payment.insufficient_funds"]),
            ("completely different", []),
        ])
    func near(text: String, expected: [String]) { #expect(NearestNames.of(text, in: Self.names) == expected) }
}
