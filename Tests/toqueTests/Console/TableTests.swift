import Testing
import ToqueEncoding

@testable import toque

@Suite struct TableTests {
    @Test("A table column is as wide as its widest text")
    func columnsAreAsWideAsTheirWidestText() {
        let table = Table(["ID", "STATE"], rows: [["a\nb", "x"], ["çç", ""]])
        #expect(table.text == "ID   STATE\na b  x\nçç")
    }

    @Test("A table cell shows a dash for an empty value and text for any other JSON")
    func cells() {
        let values: [JSON?] = [nil, .null, "x", "", 7, true, ["a", 1], [], ["n": 1]]
        #expect(values.map(\.cell) == ["-", "-", "x", "-", "7", "yes", "a, 1", "-", #"{"n":1}"#])
    }
}
