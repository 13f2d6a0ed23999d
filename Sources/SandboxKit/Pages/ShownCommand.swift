import ToqueFiles

/// A `toque` command that does what a form of a page does, as it runs against the page's sandbox.
package struct ShownCommand: Sendable {
    /// A word whose value is a field of the form. Without JavaScript, a placeholder stands for it: in brackets if it may
    /// be left out.
    package struct Field: Sendable {
        private let name: String
        private let option: String?
        private let placeholder: String?
        private let isRequired: Bool
        private let value: String?

        /// - Parameters:
        ///   - name: of the form's field.
        ///   - option: such as `--reason`; nil for an operand.
        ///   - placeholder: such as `NAME`; nil for an option without a value.
        ///   - isRequired: false if an empty field leaves the word out.
        ///   - value: what the field has at first.
        package init(
            _ name: String, option: String? = nil, placeholder: String? = nil, isRequired: Bool = true,
            value: String? = nil
        ) {
            self.name = name
            self.option = option
            self.placeholder = placeholder
            self.isRequired = isRequired
            self.value = value
        }

        fileprivate var text: String {
            let word = [option, value?.shellQuoted ?? placeholder].compactMap { $0 }.joined(separator: " ")
            return isRequired || value != nil ? " \(word)" : " [\(word)]"
        }

        fileprivate var values: [String: Any] {
            [
                "name": name, "option": option ?? "", "placeholder": placeholder ?? "", "required": isRequired,
                "text": text,
            ]
        }
    }

    private let start: String
    private let fields: [Field]
    private let end: String

    /// - Parameters:
    ///   - words: after `toque`, such as `["sandbox", "approve", id]`.
    ///   - fields: the words after these.
    ///   - more: the words after the fields.
    ///   - server: the sandbox's URL; nil for a command that asks none.
    ///   - tenant: nil for the sandbox's first.
    package init(
        _ words: [String], _ fields: [Field] = [], more: [String] = [], server: String? = nil, tenant: String? = nil
    ) {
        start = (["toque"] + words.map(\.shellQuoted)).joined(separator: " ")
        self.fields = fields
        let place =
            (server.map { $0 == Self.defaultServer ? [] : ["--server", $0] } ?? [])
            + (tenant.map { ["--tenant", $0] } ?? [])
        end = (more + place).map { " \($0.shellQuoted)" }.joined()
    }

    /// The default of `toque`'s option `--server`.
    private static let defaultServer = "http://127.0.0.1:8420"

    package var text: String { start + fields.map(\.text).joined() + end }

    /// For the template `formcommand`, inside of the form.
    package var values: [String: Any] { ["start": start, "words": fields.map(\.values), "end": end] }
}
