import PixAPI
import Sandbox
import ToqueEncoding

/// What is suspicious in risk signals. The policy `observe` writes it into the event log, `strict` refuses what has the
/// first of them.
enum RiskRules {
    enum Test: Sendable {
        /// The signal is true.
        case isTrue
        /// The signal is another one than the enrollment's; there is nothing to compare when that begins.
        case differs(@Sendable (EnrollmentRecord) -> String)
        /// It has to be there where the location was measured (the regulator's matrix).
        case isMissingBesideLocation
    }

    struct Rule: Sendable {
        let signal: String
        let test: Test
        /// What is wrong, behind the signal's name.
        let sentence: String
        /// What an enrollment fails by. A payment fails by `security_refused` in any case.
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
        // The payer may be talked into paying.
        Rule(signal: "isCallInProgress", test: .isTrue, sentence: "is true.", refusal: .securityRefused),
    ]

    /// - Parameter enrollment: the one that a payment belongs to; nil where the signals make an enrollment.
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

extension [RiskRules.Finding] {
    /// For the event log.
    var details: JSONObject { isEmpty ? [:] : ["risk_findings": .array(map { .string($0.message) })] }
}
