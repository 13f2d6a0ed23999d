import Sandbox
import ToqueEncoding

/// Prints a line for each request and change of state of a tenant, on the terminal of `toque simulate`.
actor LiveLines {
    private let reader: ActivityReader
    private let screen: LiveScreen
    private let polls = RepeatedPolls()
    private var isReading = false
    private var hasSignal = false

    private init(_ engine: Engine, tenant: String, on screen: LiveScreen) async {
        self.screen = screen
        reader = await ActivityReader(engine, tenant: tenant)
    }

    /// Prints the activity of these tenants while the body runs.
    static func during<Result>(
        _ engine: Engine, of tenants: [String], isOn: Bool, _ body: () async throws -> Result
    ) async throws -> Result {
        let screen = LiveScreen()
        var (tasks, all): ([Task<Void, Never>], [LiveLines]) = ([], [])
        for tenant in isOn ? tenants : [] {
            let lines = await LiveLines(engine, tenant: tenant, on: screen)
            all.append(lines)
            for signals in lines.reader.signals {
                tasks.append(Task { for await _ in signals { await lines.printNew() } })
            }
        }
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        // Activity since the last signal.
        for lines in all { await lines.end() }
        await screen.flush()
        return try result.get()
    }

    private func printNew() async {
        hasSignal = true
        // The call under way checks the flag again.
        guard !isReading else { return }
        isReading = true
        while hasSignal {
            hasSignal = false
            for line in await reader.next().flatMap({ lines(of: $0) }) { screen.show(line) }
        }
        isReading = false
    }

    private func end() async {
        await printNew()
        if let count = polls.end() { screen.show(count) }
    }

    private func lines(of activity: SandboxActivity) -> [String] {
        switch activity {
        case .request(let entry):
            let json = entry.json
            let (isShown, count) = polls.next(json)
            return (count.map { [$0] } ?? [])
                + (isShown ? [RequestLine(entry: json, isVerbose: false, screen: .progress).text] : [])
        case .event(let event):
            return (polls.end().map { [$0] } ?? []) + [EventLine(entry: event.json, isVerbose: false).text]
        }
    }
}
