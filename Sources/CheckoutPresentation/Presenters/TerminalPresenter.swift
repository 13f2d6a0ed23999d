import Glibc
import ToqueEncoding
import ToqueTerminal

/// Shows screens as lines on stderr and reads the person's actions from the terminal: a script's words, the number of a
/// method, or the value of the requested field.
public struct TerminalPresenter: CheckoutPresenter {
    private let write: @Sendable (String) -> Void
    private let ask: @Sendable (String) async -> String?

    /// The process's own terminal.
    public init() {
        self.init(
            write: { Self.print($0 + "\n") },
            ask: { question in
                guard Terminal.isInteractive else { return nil }
                let line = await TerminalLine.read { Self.print(question) }
                // At the end of the input, the cursor is still behind the question.
                if line == nil { Self.print("\n") }
                return line
            })
    }

    /// - Parameters:
    ///   - write: shows a line.
    ///   - ask: shows a question and reads a line; nil without a terminal.
    public init(
        write: @escaping @Sendable (String) -> Void, ask: @escaping @Sendable (String) async -> String?
    ) {
        self.write = write
        self.ask = ask
    }

    public func present(_ screen: CheckoutScreen) async throws(PresentationError) -> CheckoutAction {
        draw(screen)
        while true {
            let field = Self.openField(of: screen)
            guard let line = await ask(field.map { "\($0.label.harmless): " } ?? Self.question(screen)) else {
                throw Task.isCancelled
                    ? .canceled
                    : .nobody(
                        "nobody answers the \(screen.name): there is no terminal, or its input ended; set "
                            + "TOQUE_PRESENT=script:…")
            }
            if let action = Self.action(line, on: screen, field), screen.takes(action) { return action }
            guard !line.isEmpty else { continue }
            write("The \(screen.name) does not take \(line.quoted).")
        }
    }

    public func show(_ screen: CheckoutScreen) async { draw(screen) }

    // MARK: Lines

    private func draw(_ screen: CheckoutScreen) {
        switch screen {
        case .methods(let choice):
            draw(choice.summary)
            draw(choice.methods, selected: choice.selected)
        case .form(let form):
            write(form.title.harmless)
            draw(form.summary)
            draw(form.methods, selected: nil)
            for field in form.fields {
                let problem = field.problem.map { "   (\($0.harmless))" } ?? ""
                write("  \(field.label.harmless): \(field.value.harmless)\(problem)")
            }
        case .confirmation(let summary): draw(summary)
        case .qr(let code):
            draw(code.summary)
            write("  Code: \(code.payload.harmless)")
            if let expiry = code.expiresAt { write("  Until: \(expiry)") }
        case .page(let page), .challenge(let page): write("Page: \(page.url.harmless)")
        case .loader(let text): write("\(text.harmless) …")
        case .result(let notice):
            write(notice.title.harmless)
            if let message = notice.message { write("  \(message.harmless)") }
        }
    }

    private func draw(_ summary: PaymentSummary?) {
        guard let summary else { return }
        write("  \(summary.amount) \(summary.currency.harmless)" + (summary.payee.map { " to \($0.harmless)" } ?? ""))
        if let reference = summary.reference { write("  Reference: \(reference.harmless)") }
        for detail in summary.details { write("  \(detail.label.harmless): \(detail.value.harmless)") }
    }

    private func draw(_ methods: [CheckoutMethod], selected: String?) {
        for (index, method) in methods.enumerated() {
            let mark = method.name == selected ? "*" : " "
            write("\(mark) \(index + 1)  \(method.label.harmless)")
        }
    }

    private static func print(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }

    // MARK: Answers

    /// The field to request next.
    private static func openField(of screen: CheckoutScreen) -> CheckoutForm.Field? {
        guard case .form(let form) = screen else { return nil }
        return form.fields.first(where: \.isOpen)
    }

    private static func question(_ screen: CheckoutScreen) -> String {
        switch screen {
        case .methods(let choice): "A number, \(choice.selected == nil ? "" : "confirm, ")cancel or close: "
        case .form: "confirm, fill:NAME=VALUE, choose:NAME, cancel or close: "
        case .confirmation: "confirm, cancel or close: "
        case .qr(let code): "\(code.page == nil ? "" : "authorize, ")close or cancel: "
        case .page, .challenge: "authorize, cancel, close, return:URL or tap:URL: "
        case .loader: ""
        case .result(let notice): "\(notice.canRetry ? "retry or " : "")close: "
        }
    }

    /// nil for a line without a meaning here.
    private static func action(
        _ line: String, on screen: CheckoutScreen, _ field: CheckoutForm.Field?
    ) -> CheckoutAction? {
        // A value may look like a word: only words that end the form are taken as such.
        if let field {
            guard !line.isEmpty else { return nil }
            return ["cancel", "close"].contains(line)
                ? CheckoutAction(word: line) : .fill(name: field.name, value: line)
        }
        let methods = screen.methods
        if let number = Int(line), methods.indices.contains(number - 1) { return .choose(methods[number - 1].name) }
        if let method = methods.first(where: { $0.name == line }) { return .choose(method.name) }
        return CheckoutAction(word: line)
    }
}
