import Sandbox
import ToqueEncoding

/// `toque sandbox apps add`: control's actions on a tenant, declared by the sandbox's provider, as a topic and its
/// verbs.
struct TenantTopic {
    private let name: String
    /// By name, such as `add`.
    private let verbs: [(name: String, action: ControlVerb)]
    private var path: String { "toque sandbox \(name)" }
    var verbNames: [String] { verbs.map(\.name) }

    /// - Returns: nil for a word that is not a topic of the provider.
    init?(_ word: String, _ index: SandboxIndex) {
        name = word
        verbs = index.tenantActions.compactMap { action in
            action.name.hasPrefix("\(word) ") ? (String(action.name.dropFirst(word.count + 1)), action) : nil
        }
        if verbs.isEmpty { return nil }
    }

    /// The provider's topics.
    static func names(_ index: SandboxIndex) -> [String] {
        var names: [String] = []
        for action in index.tenantActions {
            let name = String(action.name.prefix { $0 != " " })
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// - Parameter words: the words after the topic.
    func run(
        _ words: [String], wantsHelp: Bool, _ client: ControlClient, _ control: ControlOptions, _ table: TableOptions
    ) async throws {
        let word = words.first { !$0.hasPrefix("-") }
        guard let (verb, action) = verbs.first(where: { $0.name == word }) else {
            if wantsHelp {
                return try Console.standard.result(VerbHelp.ofTopic(path, verbs))
            }
            let expected = verbNames.joined(separator: ", ")
            let near = NearestNames.of(word ?? "", in: verbNames).map { "\(path) \($0)" }
            guard let word else {
                throw CommandError(
                    .missingArgument, at: path, "a command is missing: \(expected)", hint: "see `\(path) --help`")
            }
            throw CommandError(
                .unknownCommand, at: path, "no command is \(word.quoted)",
                hint: NearestNames.hint(near, list: "\(path) --help"))
        }
        if wantsHelp { return try Console.standard.result(VerbHelp.ofTenantAction(action)) }
        let arguments = VerbArguments(words.drop { $0 != verb }.dropFirst())
        var parameters = try arguments.parameters(of: action, "\(path) \(verb)")
        let operands = [action.operand].compactMap(\.self)
        let values = try arguments.operands(operands.map(\.option), "\(path) \(verb)")
        for (operand, value) in zip(operands, values) { parameters[operand.name] = .string(value) }
        let answer: JSON
        do throws(ControlError) {
            answer = try await client.post("\(name)/\(verb)", .object(parameters))
        } catch {
            throw CommandError(error, of: action, "\(path) \(verb)")
        }
        try control.show(answer, Self.text(of: answer, table))
    }

    /// A list as a table, a single object as a table with one row.
    private static func text(of answer: JSON, _ options: TableOptions) -> String {
        let names = answer.objectValue?.names ?? []
        let list = names.count == 1 ? names.first.flatMap { answer[$0]?.arrayValue } : nil
        let objects = list ?? [answer]
        guard let columns = objects.first?.objectValue?.names else { return "There are none." }
        return Table(
            columns.map { .name($0.uppercased()) }, rows: objects.map { object in columns.map { object[$0].cell } }
        ).text(on: .standard, isWide: options.wide)
    }
}
