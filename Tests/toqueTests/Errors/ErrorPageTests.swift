import Testing
import ToqueTestSupport

@testable import toque

@Suite struct ErrorPageTests {
    @Test("docs/errors.md has each error code with its exit code and meaning")
    func codes() throws {
        let table = DocumentationPage.table(
            ["Code", "Exit code", "Meaning"],
            ErrorCode.allCases.map { ["`\($0.rawValue)`", "\($0.status.rawValue)", $0.meaning] })
        #expect(try DocumentationPage("errors.md").part("codes", updatedTo: "\n\(table)") == "\n\(table)")
    }

    @Test("Error codes consist of lowercase letters and underscores")
    func words() {
        for code in ErrorCode.allCases {
            #expect(code.rawValue.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F })
        }
    }
}
