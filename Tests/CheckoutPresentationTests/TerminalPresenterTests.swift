import CheckoutPresentation
import Synchronization
import Testing
import ToqueEncoding

@Suite struct TerminalPresenterTests {
    /// A person who types these lines and then leaves.
    private final class Person: Sendable {
        private let state: Mutex<(lines: [String], shown: [String])>
        init(_ lines: [String]) { state = Mutex((lines, [])) }

        var shown: String { state.withLock { $0.shown.joined(separator: "\n") } }
        var presenter: TerminalPresenter {
            TerminalPresenter(
                write: { line in self.state.withLock { $0.shown.append(line) } },
                ask: { question in
                    self.state.withLock { state in
                        state.shown.append(question)
                        return state.lines.isEmpty ? nil : state.lines.removeFirst()
                    }
                })
        }
    }

    @Test(
        "A method is chosen by its number, its name or a word",
        arguments: [("2", "CARD"), ("PIX", "PIX"), ("choose:CARD", "CARD")])
    func methods(line: String, name: String) async throws {
        let person = Person([line])
        #expect(try await person.presenter.present(Screens.methods) == .choose(name))
        #expect(
            person.shown.contains(
                "  19.99 USD to Loja Exemplo\n  Reference: ord-42\n  Item: Shirt\n  1  PIX\n  2  Card"))
    }

    @Test("The terminal asks again after an answer that does not fit the screen")
    func again() async throws {
        let person = Person(["", "yes", "3", "authorize", "confirm"])
        #expect(try await person.presenter.present(.confirmation(Screens.summary)) == .confirm)
        #expect(person.shown.contains(#"The confirmation does not take "yes"."#))
    }

    @Test("The terminal asks for each required field of a form by its label")
    func form() async throws {
        let person = Person(["ana@loja.example", "confirm"])
        let (form, action) = try await person.presenter.fill(Screens.form)
        #expect(action == .confirm)
        #expect(form.fields[0].value == "ana@loja.example")
        #expect(person.shown.contains("Email: \n"))
    }

    @Test("The person can leave a form at any field")
    func formIsLeft() async throws {
        #expect(try await Person(["cancel"]).presenter.fill(Screens.form).1 == .cancel)
    }

    @Test("Without a terminal there is no approval")
    func nobody() async {
        await #expect(throws: PresentationError.self) { try await Person([]).presenter.present(Screens.page) }
        await #expect(throws: PresentationError.self) {
            try await Person(["", "yes"]).presenter.present(.confirmation(Screens.summary))
        }
    }

    @Test("A server's texts cannot steer the terminal")
    func harmless() async throws {
        let person = Person(["close"])
        let evil = "\u{1B}[2J\u{202E}a\nb"
        _ = try await person.presenter.present(.result(CheckoutNotice(evil, message: evil)))
        #expect(!person.shown.contains("\u{1B}"))
        #expect(!person.shown.contains("\u{202E}"))
        #expect(!person.shown.contains("a\nb"))
    }
}
