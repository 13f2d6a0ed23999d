import PixAPI
import Sandbox
import ToqueEncoding

/// The suspicious risk signals. The policy `observe` records them in the event log; `strict` refuses requests because
/// of the first one.
enum RiskRules {
    enum Test: Sendable {
        /// The signal is true.
        case isTrue
        /// The signal differs from the enrollment's; not tested when the enrollment begins.
        case differs(@Sendable (EnrollmentRecord) -> String)
        /// Missing although the location was measured (the regulator's matrix).
        case isMissingBesideLocation
    }

    struct Rule: Sendable {
        let signal: String
        let test: Test
        /// The problem, following the signal's name.
        let sentence: String
        /// The failure of an enrollment. A payment always fails with `security_refused`.
        let refusal: EnrollmentEvent
    }

    struct Finding: Sendable {
        let rule: Rule
        var message: String { "risk_signal_refused: \(rule.signal) \(rule.sentence)" }
    }

    /// `docs/simulator.md` prints this table.
    static let table: [Rule] = [
        Rule(
            signal: "deviceId", test: .differs { $0.deviceID }, sentence: "is not the one of the enrollment.",
            refusal: .securityRefused),
        Rule(
            signal: "accountTenure", test: .differs { $0.accountTenure },
            sentence: "is not the one of the enrollment.", refusal: .securityRefused),
        Rule(
            signal: "isMockGPS", test: .isMissingBesideLocation, sentence: "is missing beside a measured location.",
            refusal: .riskSignalsFailed),
        Rule(signal: "isRootedDevice", test: .isTrue, sentence: "is true.", refusal: .securityRefused),
        Rule(signal: "isEmulated", test: .isTrue, sentence: "is true.", refusal: .securityRefused),
        Rule(signal: "isMockGPS", test: .isTrue, sentence: "is true.", refusal: .securityRefused),
        Rule(signal: "isMonkeyRunner", test: .isTrue, sentence: "is true.", refusal: .securityRefused),
        // A caller may be manipulating the payer.
        Rule(signal: "isCallInProgress", test: .isTrue, sentence: "is true.", refusal: .securityRefused),
    ]

    /// - Parameter enrollment: the payment's enrollment; nil for the signals of a new enrollment.
    static func findings(in signals: JSONObject, of enrollment: EnrollmentRecord? = nil) -> [Finding] {
        table.filter { isFound($0, in: signals, of: enrollment) }.map(Finding.init)
    }

    private static func isFound(_ rule: Rule, in signals: JSONObject, of enrollment: EnrollmentRecord?) -> Bool {
        switch rule.test {
        case .isTrue: return signals[rule.signal] == true
        case .differs(let expected):
            return enrollment.map { signals[rule.signal] != .string(expected($0)) } ?? false
        case .isMissingBesideLocation:
            let type = signals["geolocation"]?["type"]?.stringValue
            return signals[rule.signal] == nil && (type == "COARSE" || type == "FINE")
        }
    }
}

/// Selects the findings that refuse an enrollment or a payment.
struct RiskRefusals: Sendable {
    let policy: PixSimulator.RiskPolicy
    /// Signals that never refuse.
    let allowed: Set<String>

    /// The finding that refuses the request, if any.
    func first(of findings: [RiskRules.Finding]) -> RiskRules.Finding? {
        switch policy {
        case .observe: nil
        case .strict: findings.first { !allowed.contains($0.rule.signal) }
        }
    }
}

extension [RiskRules.Finding] {
    /// For the event log.
    var details: JSONObject { isEmpty ? [:] : ["risk_findings": .array(map { .string($0.message) })] }
}
