import Sandbox
import SandboxKit
import Testing

@Suite struct DecisionPageTests {
    private func text(_ page: SandboxResponse) -> String { String(decoding: page.body, as: UTF8.self) }

    @Test("A form has its details and one button for each choice")
    func form() {
        let page = text(
            DecisionPage.response(
                language: "en", title: "Lamps & Co.", text: "Switch it on?",
                details: [("Lamp", "<red>"), ("Room", "")],
                choices: [("yes", "Yes"), ("no", "No"), ("later", "Later")],
                footer: "A test."))
        #expect(
            page.contains(
                """
                <body>
                <h1>Lamps &amp; Co.</h1>
                <p>Switch it on?</p>
                <dl>
                <dt>Lamp</dt><dd>&lt;red&gt;</dd>
                <dt>Room</dt><dd></dd>
                </dl>
                <form method="post">
                <button type="submit" name="decision" value="yes">Yes</button>
                <button type="submit" name="decision" value="no">No</button>
                <button type="submit" name="decision" value="later">Later</button>
                </form>
                <footer>A test.</footer>
                </body>
                """), "\(page)")
    }

    @Test("A form beside the decision has its own fields, and nothing of the page around it")
    func other() {
        let form = PageForm(
            action: "lamp/color",
            fields: [
                .choice(name: "color", label: "Color", options: [("red", "Red"), ("a\"b", "<b>")], selected: "red"),
                .text(name: "watts", label: "Watts", value: "\"40\""),
            ], button: "Change")
        let page = text(
            DecisionPage.response(
                language: "en", title: "Lamps", text: "Switch it on?", choices: [("yes", "Yes")], footer: "A test.",
                other: form))
        #expect(
            page.contains(
                """
                <form method="post" action="lamp/color">
                <p><label>Color:
                <select name="color">
                <option value="red" selected>Red</option>
                <option value="a&quot;b">&lt;b&gt;</option>
                </select>
                </label></p>
                <p><label>Watts:
                <input name="watts" value="&quot;40&quot;" autocomplete="off">
                </label></p>
                <button type="submit">Change</button>
                </form>
                <footer>
                """), "\(page)")
    }

    @Test("A notice page has no form")
    func notice() {
        let page = text(DecisionPage.response(language: "pt-BR", title: "Sandbox", text: "Pronto.", footer: "Teste."))
        #expect(page.contains("<html lang=\"pt-BR\">"))
        #expect(page.contains("<p>Pronto.</p>\n<footer>Teste.</footer>"))
    }
}
