import Foundation
import Testing

@testable import RelyingParty

@Suite("Verdict codes")
struct VerdictCodeTests {
    /// Faults of a document before there is a ceremony; the tests of `CeremonyDocument` cover them.
    private static let ofDocuments: Set<VerdictCode> = [
        .malformedCeremony, .malformedOptions, .malformedResponse, .malformedTrustAnchor,
    ]

    @Test("A fault of the tests reaches every verdict code except those of documents")
    func eachIsReachedByATest() {
        let ofCeremonies = RegistrationFaultTests.faults.map(\.code) + AuthenticationFaultTests.faults.map(\.code)
        let ofFormats =
            PackedTests.faults.map(\.code) + FIDOU2FTests.faults.map(\.code)
            + (TPMTests.statementFaults + TPMTests.certificateFaults).map(\.code)
            + AndroidKeyTests.faults.map(\.code) + AndroidSafetyNetTests.faults.map(\.code)
            + AppleTests.faults.map(\.code) + CompoundTests.faults.map(\.code)
        let reached = ofCeremonies + ofFormats + MetadataTrustTests.faults.map(\.code)
        let missing = Set(VerdictCode.allCases).subtracting(reached)
        #expect(missing == Self.ofDocuments)
    }

    @Test("A verdict code has only lowercase letters and underscores", arguments: VerdictCode.allCases)
    func isSnakeCase(_ code: VerdictCode) {
        #expect(code.rawValue.allSatisfy { $0 == "_" || ("a"..."z").contains($0) })
    }

    /// The source has the only copy of the sentences, and the page repeats them. `TOQUE_UPDATE_DOCS=1 swift test`
    /// rewrites it.
    @Test("The verdict codes and checks in docs/verdicts.md are those of the source")
    func standInTheDocumentation() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let source = try String(
            contentsOf: root.appending(path: "Sources/RelyingParty/Ceremony/VerdictCode.swift"), encoding: .utf8)
        let page = root.appending(path: "docs/verdicts.md")
        let expected = Self.page(from: source)
        if ProcessInfo.processInfo.environment["TOQUE_UPDATE_DOCS"] == "1" {
            try FileManager.default.createDirectory(
                at: page.deletingLastPathComponent(), withIntermediateDirectories: true)
            try expected.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == expected)
        for code in VerdictCode.allCases { #expect(expected.contains("| `\(code.rawValue)` |")) }
    }

    /// A table for each `//` heading of the source, then the checks.
    private static func page(from source: String) -> String {
        var page = """
            # Verdict codes

            A refused ceremony has one of these codes: that of the first check that failed. Codes are stable: programs may
            act on them. The message beside a code is for people and may change.

            """
        var sentence: [Substring] = []
        for line in source.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
            if line.hasPrefix("/// ") {
                sentence.append(line.dropFirst(4))
            } else if line.hasPrefix("// ") {
                page += "\n## \(line.dropFirst(3))\n\n| Code | Meaning |\n|---|---|\n"
            } else {
                let parts = line.split(separator: "\"")
                if line.hasPrefix("case "), parts.count == 2 {
                    page += "| `\(parts[1])` | \(sentence.joined(separator: " ")) |\n"
                }
                sentence = []
            }
        }
        page += """

            ## Checks

            A verdict also lists the checks by these names, with their steps in WebAuthn Level 3. A valid verdict may list
            failed checks, which the policy or the specification leaves open.

            | Check | Step of 7.1 (registration) | Step of 7.2 (authentication) |
            |---|---|---|

            """
        for name in Check.Name.allCases {
            let steps = [Check.Section.registration, .authentication].map { section in
                let step = Check(section: section, name: name, passed: true).step
                return step == 0 ? "" : "\(step)"
            }
            page += "| `\(name.rawValue)` | \(steps[0]) | \(steps[1]) |\n"
        }
        return page
    }
}
