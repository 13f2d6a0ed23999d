import Pages
import Sandbox
import SandboxKit
import Testing

@Suite struct DecisionPageTests {
    private func text(_ page: SandboxResponse) -> String { String(decoding: page.body, as: UTF8.self) }

    private let visitor = PageVisitor(usual: .english)

    @Test("A form has its details, one button for each choice, and its visitor's token")
    func form() {
        let response = DecisionPage.response(
            to: visitor, title: "Lamps & Co.", text: "Switch it on?", headline: "40 W",
            details: [("Lamp", "<red>"), ("Room", "")],
            choices: [("yes", "Yes"), ("no", "No"), ("later", "Later")], footer: "A test.")
        let page = text(response)
        for part in [
            "<title>Lamps &amp; Co.</title>", ">Lamps &amp; Co.</bdi>", "<h1>Switch it on?</h1>", "<bdi>40 W</bdi>",
            "<div><dt>Lamp</dt><dd><bdi class=\"clip\">&lt;red&gt;</bdi></dd></div>",
            """
            <form method="post" id="decision" class="card-body">
            <input type="hidden" name="page_token" value="\(visitor.token)">
            """,
            """
            <button class="button full primary" type="submit" name="decision" value="yes">Yes</button>
            <button class="button full quiet" type="submit" name="decision" value="no">No</button>
            <button class="button full quiet" type="submit" name="decision" value="later">Later</button>
            """, "<p>A test.</p>",
        ] { #expect(page.contains(part), "\(part) in \(page)") }
        #expect(!page.contains("<script"))
        let headers = Dictionary(response.headers.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(headers["Content-Security-Policy"]?.contains("'unsafe") == false)
        #expect(headers["Set-Cookie"]?.hasPrefix("toque_page=\(visitor.token)") == true)
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
                to: visitor, title: "Lamps", text: "Switch it on?", choices: [("yes", "Yes")], footer: "A test.",
                other: form))
        #expect(
            page.contains(
                """
                <form class="card card-body fields" method="post" action="lamp/color">
                <input type="hidden" name="page_token" value="\(visitor.token)">
                <label class="field">Color
                <select class="select" name="color">
                <option value="red" selected>Red</option>
                <option value="a&quot;b">&lt;b&gt;</option>
                </select>
                </label>
                <label class="field">Watts
                <input class="input" name="watts" value="&quot;40&quot;" autocomplete="off">
                </label>
                <button class="button" type="submit">Change</button>
                </form>
                """), "\(page)")
    }

    @Test("A notice has no form; it names the reason and the next step")
    func notice() {
        let page = text(
            NoticePage(
                .bad, title: "Too bad", text: "It broke.", reason: ("bulb_<1>", "The bulb broke."), next: "Buy one.",
                footer: "A test.", institution: "Lamps"
            ).response(to: visitor, status: 410))
        for part in ["<h1>Too bad</h1>", "It broke.", "<code>bulb_&lt;1&gt;</code>", "The bulb broke.", "Buy one."] {
            #expect(page.contains(part), "\(part) in \(page)")
        }
        #expect(!page.contains("<form"))
    }

    @Test(
        "A monogram has the initials of the words that are the institution's own",
        arguments: [
            ("Banco Aurora", "AU"), ("Banco Estrela do Sul", "ES"), ("Banco de Testes success", "TS"), ("Banco", "BA"),
            ("x", "X"), ("", ""), ("💡 Lamps", "LA"),
        ])
    func monogram(name: String, initials: String) {
        let values = Monogram(of: name).values
        #expect(values["initials"] as? String == initials)
        #expect(values["hue"] as? String == Monogram(of: name).values["hue"] as? String)
    }
}
