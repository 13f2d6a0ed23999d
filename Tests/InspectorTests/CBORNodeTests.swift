import Testing
import ToqueTestSupport

@testable import Inspector

@Suite("CBOR, well-formed and not")
struct CBORNodeTests {
    private static func node(_ text: String) -> InspectionNode { InspectionNode(cbor: hex(text)) }

    @Test(
        "A canonical item shows its value and its byte range",
        arguments: [
            ("00", "0"), ("3bffffffffffffffff", "-18446744073709551616"), ("43010203", "3 bytes: 010203"),
            ("6161", "a"), ("f4", "false"), ("f6", "null"), ("f93e00", "1.5"), ("f90001", "5.960464477539063e-08"),
            ("f9c400", "-4.0"), ("f97c00", "inf"), ("f9fc00", "-inf"), ("f97e00", "nan"), ("f98000", "-0.0"),
            ("fa47c35000", "100000.0"), ("fbc010666666666666", "-4.1"), ("80", "empty"), ("a0", "empty"),
        ])
    func showsTheValue(_ text: String, _ value: String) {
        #expect(Self.node(text).value == value)
        #expect(Self.node(text).problem == nil)
        #expect(Self.node(text).range == 0..<hex(text).count)
    }

    @Test(
        "A malformed or non-canonical item shows its problem",
        arguments: [
            ("", "the input ends where an item is expected"),
            ("1800", "not canonical: the head is not in its shortest form"),
            ("18", "the input ends inside an item"), ("43aa", "the input ends after 1 of 3 bytes"),
            ("1c", "a reserved initial byte"), ("ff", "a break without an indefinite length"), ("61ff", "not UTF-8"),
            ("9f01ff", "not canonical: an indefinite length"), ("5f4101ff", "not canonical: an indefinite length"),
            ("5f01ff", "a chunk of another type"), ("c101", "not canonical: a tag"),
            ("f8ff", "an unassigned simple value"),
            ("f0", "an unassigned simple value"), ("bf01ff", "a key without a value"),
        ])
    func saysWhatIsWrong(_ text: String, _ problem: String) {
        let node = Self.node(text)
        #expect(node.problem == problem || node.children.contains { $0.problem == problem })
    }

    @Test("Each of several problems is shown at its item")
    func showsAllThatIsWrong() {
        let node = Self.node("a302180101a1 1801 00 0120".filter { $0 != " " } + "ee")
        #expect(
            node.text() == """
                CBOR
                  2: 1
                    ! not canonical: the head is not in its shortest form
                  1
                    ! not canonical: the key is out of order
                    1: 0
                      ! key: not canonical: the head is not in its shortest form
                  1: -1
                    ! the key stands twice
                  trailing: 1 byte: ee
                    ! 1 byte too many
                """)
    }

    @Test("Nesting deeper than 32 is cut off and shown as a problem")
    func goesNoDeeperThanTheStack() {
        let node = InspectionNode(cbor: [UInt8](repeating: 0x81, count: 100_000))
        var (deepest, depth) = (node, 0)
        while let child = deepest.children.first, child.label != "trailing" { (deepest, depth) = (child, depth + 1) }
        #expect(depth == 33)
        #expect(deepest.problem == "nested deeper than 32")
    }

    @Test("A huge count in a head yields only the items that are there")
    func takesNoMemoryForACountAlone() {
        #expect(Self.node("9bffffffffffffffff").children.count == 1)
        #expect(Self.node("bbffffffffffffffff01").children.count == 1)
        #expect(Self.node("5bffffffffffffffff01").value == "1 byte: 01")
    }
}
