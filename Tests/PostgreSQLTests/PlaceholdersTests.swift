import Testing

@testable import PostgreSQL

@Suite("PostgreSQL: placeholders")
struct PlaceholdersTests {
    @Test(
        "Placeholders get numbers, outside quotes and comments",
        arguments: [
            ("SELECT 1", "SELECT 1"),
            ("a = ? AND b = ?", "a = $1 AND b = $2"),
            ("a = ?2 OR b = ?1 OR c = ?2", "a = $2 OR b = $1 OR c = $2"),
            ("a = '?' AND \"b?\" = ?", "a = '?' AND \"b?\" = $1"),
            ("a = 'it''s ?' AND b = ?", "a = 'it''s ?' AND b = $1"),
            ("a = ? -- why?\nAND b - ? > 0", "a = $1 \nAND b - $2 > 0"),
            ("a = 'open ?", "a = 'open ?"),
        ])
    func numbered(_ sql: String, _ expected: String) { #expect(Placeholders.numbered(sql) == expected) }
}
