import Foundation
import Testing

@testable import PixSimulator

@Suite struct FidelityTests {
    @Test func everyBehaviourHasAnIDOfItsOwn() {
        let ids = Behaviour.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.allSatisfy { $0 == "-" || ("a"..."z").contains($0) || $0.isNumber }, "\(id)") }
    }

    /// The page repeats the table. `TOQUE_UPDATE_DOCS=1 swift test` writes it anew.
    @Test func standsInTheDocumentation() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/fidelity.md")
        if ProcessInfo.processInfo.environment["TOQUE_UPDATE_DOCS"] == "1" {
            try FidelityPage.text.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == FidelityPage.text)
    }
}
