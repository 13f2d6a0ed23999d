import Sandbox
import Testing

@testable import Pages

/// The tables have the texts of all providers' actions by their English ones.
@Suite("Texts of actions")
struct ActionTextsTests {
    private static var texts: Set<String> {
        let actions = DashboardSandbox.Kind.allCases.flatMap(\.provider.actions)
        return Set(actions.flatMap { [$0.name, $0.summary] + $0.parameters.map(\.summary) })
    }

    @Test("Every name, sentence and parameter of a provider's action is in every table, and no other")
    func tables() {
        for language in PageLanguage.allCases {
            #expect(Set((PageTexts.of(language).areas["action"] ?? [:]).keys) == Self.texts, "\(language)")
        }
    }

    @Test("They are translated", arguments: [PageLanguage.portuguese, .spanish])
    func translations(language: PageLanguage) {
        let english = PageTexts.of(.english)
        for text in Self.texts { #expect(PageTexts.of(language).action(text) != english.action(text), "\(text)") }
    }
}
