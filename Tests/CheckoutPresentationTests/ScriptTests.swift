import CheckoutPresentation
import Testing

@Suite struct ScriptTests {
    @Test("A script's words become actions and waits in order")
    func words() throws {
        let script = try CheckoutScript(
            parsing: "choose:PIX,fill:customer_email=a=b@loja.example,confirm,authorize,cancel,close,retry,"
                + "return:app://volta?a=1:2,tap:https://loja.example/,wait:30s,wait:250ms,wait:2m,wait:1h")
        #expect(
            script.steps == [
                .act(.choose("PIX")), .act(.fill(name: "customer_email", value: "a=b@loja.example")), .act(.confirm),
                .act(.authorize), .act(.cancel), .act(.close), .act(.retry),
                .act(.returned(url: "app://volta?a=1:2")), .act(.tapped(url: "https://loja.example/")),
                .wait(.seconds(30)), .wait(.milliseconds(250)), .wait(.seconds(120)), .wait(.seconds(3600)),
            ])
    }

    @Test("A backslash escapes a comma or a backslash in a value")
    func escapes() throws {
        let script = try CheckoutScript(parsing: #"fill:name=Exemplo\, Ana,fill:a=b\\,confirm"#)
        #expect(
            script.steps == [
                .act(.fill(name: "name", value: "Exemplo, Ana")), .act(.fill(name: "a", value: #"b\"#)), .act(.confirm),
            ])
    }

    @Test("A backslash at the end of a script is an error")
    func loneBackslash() {
        let error = #expect(throws: CheckoutScript.ScriptError.self) { try CheckoutScript(parsing: "confirm\\") }
        #expect(error?.word == "confirm\\")
    }

    @Test("An empty script has no words")
    func empty() throws { #expect(try CheckoutScript(parsing: "").steps.isEmpty) }

    @Test(
        "A word that a script cannot have is named with its position",
        arguments: [
            "approve", "choose:", "choose", "fill:name", "fill:=x", "confirm:yes", "wait:", "wait:30", "wait:-1s",
            "wait:1d", "wait:9999999999s", "wait:9000h", "return:", "Confirm", " confirm", "", "opened",
        ])
    func refuses(word: String) {
        let error = #expect(throws: CheckoutScript.ScriptError.self) {
            try CheckoutScript(parsing: "confirm,\(word),cancel")
        }
        #expect(error?.position == 2)
        #expect(error?.word == word)
    }

    @Test("The description of a filled field hides its value")
    func valuesAreHidden() { #expect(!"\(CheckoutAction.fill(name: "a", value: "hunter2"))".contains("hunter2")) }

    @Test("TOQUE_PRESENT names a terminal, a browser or a script, and nothing if it is not set")
    func choices() throws {
        #expect(try PresenterChoice("terminal") == .terminal)
        #expect(try PresenterChoice("browser") == .browser)
        #expect(
            try PresenterChoice(environment: ["TOQUE_PRESENT": "script:confirm"])
                == .script(CheckoutScript([.act(.confirm)])))
        #expect(try PresenterChoice(environment: [:]) == nil)
        #expect(try PresenterChoice(environment: ["TOQUE_PRESENT": ""]) == nil)
        let error = #expect(throws: PresenterChoice.PresenterError.self) {
            try PresenterChoice(environment: ["TOQUE_PRESENT": "window"])
        }
        #expect(
            error?.description == #"TOQUE_PRESENT: found "window", expected terminal, browser or script:WORDS"#)
        let script = #expect(throws: PresenterChoice.PresenterError.self) { try PresenterChoice("script:confirm,yes") }
        #expect(script?.description.hasPrefix(#"word 2 of the script: found "yes", expected choose:NAME"#) == true)
    }
}
