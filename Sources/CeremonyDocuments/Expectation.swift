import RelyingParty
import ToqueEncoding

/// The expected verdict of a ceremony.
public enum Expectation: Sendable, Hashable {
    case valid
    /// - Parameter code: a code of `docs/verdicts.md`; nil for any.
    case invalid(code: String?)

    public static func invalid(_ code: VerdictCode) -> Expectation { .invalid(code: code.rawValue) }

    /// True if a ceremony that failed with this code, or not at all, is as expected.
    public func isMet(by failure: VerificationFailure?) -> Bool {
        switch (self, failure) {
        case (.valid, nil): true
        case (.invalid(let code), let failure?): code.map { $0 == failure.code.rawValue } ?? true
        case (.valid, _?), (.invalid, nil): false
        }
    }

    var json: JSON {
        switch self {
        case .valid: ["verdict": "valid"]
        case .invalid(nil): ["verdict": "invalid"]
        case .invalid(let code?): ["verdict": "invalid", "code": .string(code)]
        }
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        try reader.expectNoMembers(besides: ["verdict", "code"])
        let verdict: VerdictText = try reader.member("verdict", expected: "valid or invalid").choice()
        let code = try reader.optional("code")
        switch verdict {
        case .valid:
            if let code { throw code.mismatch(expected: "none beside a valid verdict") }
            self = .valid
        case .invalid: self = .invalid(code: try code?.string())
        }
    }
}

/// The texts of a verdict.
enum VerdictText: String, CaseIterable {
    case valid, invalid
}
