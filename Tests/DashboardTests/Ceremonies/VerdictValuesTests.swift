import CeremonyDocuments
import Pages
import RelyingParty
import Testing
import ToqueEncoding

@testable import Dashboard

@Suite("A verdict on a page")
struct VerdictValuesTests {
    private static func values(_ document: JSON) -> (values: [String: Any], checks: [[String: Any]]) {
        let values = VerdictValues(CeremonyVerdict(judging: document).json, .of(.english)).values(heading: "Verdict")
        return (values, values["checks"] as? [[String: Any]] ?? [])
    }

    @Test("Every check is there, and the failing one is the first")
    func checks() throws {
        var codes: Set<String> = []
        for document in try VectorCeremonies.load("faults-windows-es256-packed", "formats") {
            let verdict = CeremonyVerdict(judging: document)
            let (values, checks) = Self.values(document)
            #expect(checks.count == verdict.checks.count)
            #expect(values["code"] as? String == verdict.failure?.code.rawValue ?? "")
            let failing = checks.filter { $0["failing"] as? Bool == true }
            guard let failure = verdict.failure, let last = verdict.checks.last else {
                #expect(failing.isEmpty)
                continue
            }
            codes.insert(failure.code.rawValue)
            #expect(values["explanation"] as? String != "")
            #expect(failing.count == 1)
            #expect(checks.first?["check"] as? String == last.name.rawValue)
            #expect(checks.first?["failing"] as? Bool == true)
            #expect(checks.first?["section"] as? String == last.section.rawValue)
        }
        #expect(codes.count > 10)
    }

    @Test("Each code is explained in every language; English says what the documentation says")
    func explanations() throws {
        let documentation = try VectorCeremonies.documentation("verdicts.md").replacing("`", with: "")
        for code in VerdictCode.allCases {
            let texts = PageLanguage.allCases.map { PageTexts.of($0).explanation(ofVerdict: code.rawValue) }
            #expect(texts.allSatisfy { $0 != nil }, "\(code)")
            let english = try #require(PageTexts.of(.english).explanation(ofVerdict: code.rawValue))
            #expect(documentation.contains("| \(code.rawValue) | \(english) |"))
        }
        #expect(PageTexts.of(.english).explanation(ofVerdict: "<b>") == nil)
    }

    @Test(
        "A verdict of an unknown form is shown as far as it goes", arguments: ["null", "[]", "{\"checks\": [1, {}]}"])
    func hostile(text: String) throws {
        let values = VerdictValues(try JSON(parsing: text), .of(.spanish)).values(heading: "x")
        #expect(values["refused"] as? Bool == true)
    }
}
