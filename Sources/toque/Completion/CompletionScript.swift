import ArgumentParser

/// The scripts that complete commands in shells.
enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// - Returns: nil if the command line does not request a script.
    /// - Throws: status 2 for an unknown shell.
    static func requested(by arguments: [String]) throws(CommandError) -> String? {
        guard let first = arguments.first, first == option || first.hasPrefix("\(option)=") else { return nil }
        return try text(for: first == option ? arguments.dropFirst().first : String(first.dropFirst(option.count + 1)))
    }

    /// - Parameter name: of a shell; nil for the one in SHELL.
    private static func text(for name: String?) throws(CommandError) -> String {
        let shells = CompletionShell.allCases.map(\.rawValue)
        guard let shell = name.map({ CompletionShell(rawValue: $0) }) ?? .autodetected() else {
            let expected = "one of \(shells.joined(separator: ", "))"
            guard let name else { throw CommandError(.missingArgument, at: option, "a shell is missing: \(expected)") }
            throw .invalid(option, name, expected: expected)
        }
        let script = Toque.completionScript(for: shell)
        switch shell {
        case .bash: return bash(script)
        case .zsh: return zsh(script)
        default: return fish(script)
        }
    }

    // MARK: The provider's actions

    // They are commands of `toque sandbox` that only the running sandbox knows. The parser's scripts offer the others.

    private static let ask = "---completion sandbox do -- positional@0"

    private static var commands: [String] {
        SandboxCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName }
    }

    private static func bash(_ script: String) -> String {
        let commands = #"COMPREPLY+=($(compgen -W '\#(commands.joined(separator: " "))' -- "${cur}"))"#
        let actions = """
            __toque_add_completions -W "$(__toque_custom_complete \(ask) "${COMP_CWORD}" \
            "$(__toque_cursor_index_in_current_word)")"
            """
        return script.replacing(
            commands, with: #"[[ "${#unparsed_words[@]}" -gt 0 ]] || \#(commands)\#n        \#(actions)"#)
    }

    private static func zsh(_ script: String) -> String {
        let actions = """
            __toque_custom_complete \(ask) "${current_word_index}" "$(__toque_cursor_index_in_current_word)" && ret=0
            """
        let last = SandboxCommand.configuration.subcommands.last?.configuration.abstract ?? ""
        let offer = "\(last)'\n        )\n        _describe -V subcommand subcommands && ret=0\n"
        let enter =
            "\(commands.joined(separator: "|")))\n            \"_toque_sandbox_${words[1]}\" && ret=0\n            ;;\n"
        return script.replacing(offer, with: "\(offer)        \(actions)\n")
            .replacing(enter, with: "\(enter)        *) \(actions) ;;\n")
    }

    private static func fish(_ script: String) -> String {
        script + """

            complete -c 'toque' -n '__toque_should_offer_completions_for_positional "toque sandbox" -ge 1' \
            -fka '(__toque_custom_completion \(ask) (count (__toque_tokens -pc)) (__toque_tokens -tC))'
            """
    }
}
