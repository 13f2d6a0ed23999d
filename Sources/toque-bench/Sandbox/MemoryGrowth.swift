/// A server's memory over many flows.
enum MemoryGrowth {
    /// After this number of flows, the journal and SQLite's page cache are full.
    private static let filling = 2_000

    /// Loads a server with flows, a tenth at a time, and prints its memory after each tenth.
    /// - Parameter load: runs the given number of flows.
    static func measure(_ server: SandboxProcess, flows: Int, load: (Int) throws -> FlowLoad) throws {
        report("memory at the start: \(rounded(server.memory)) MB")
        let filling = min(Self.filling, flows / 2)
        var (done, filled) = (0, (flows: 0, memory: server.memory))
        while done < flows {
            let next = min(max(flows / 10, 1), flows - done)
            let load = try load(next)
            done += next
            if done <= filling { filled = (done, server.memory) }
            report("memory after \(done) flows: \(rounded(server.memory)) MB (\(rounded(load.perSecond)) flows/s)")
        }
        let growth = (server.memory - filled.memory) * 1_048_576 / Double(flows - filled.flows)
        report("growth from \(filled.flows) flows on: \(Int(growth.rounded())) bytes a flow\n")
    }
}
