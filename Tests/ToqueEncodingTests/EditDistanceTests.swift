import Testing
import ToqueEncoding

@Suite struct EditDistanceTests {
    @Test(
        "The edit distance counts insertions, deletions and replacements",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("kitten", "sitting", 3),
            ("sunday", "saturday", 3), ("ab", "ba", 2),
        ])
    func countsChanges(left: String, right: String, distance: Double) {
        #expect(EditDistance.between(left, right) == distance)
    }

    @Test("A replacement has the weight that the caller gives")
    func weighsReplacements() {
        let distance = EditDistance.between([1, 2, 3], ["1", "x"]) { number, text in "\(number)" == text ? 0 : 0.25 }
        #expect(distance == 1.25)
    }
}
