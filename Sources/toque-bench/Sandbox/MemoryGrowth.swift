/// The memory of a server over many flows.
enum MemoryGrowth {
    /// Loads a server with flows, a tenth of them at a time, and prints its memory after each tenth.
    /// - Parameter load: does so many flows.
    /// - Returns: bytes for each flow of the second half, when what has a limit has reached it.
    @discardableResult
    static func measure(
        _ server: SandboxProcess, flows: Int, load: (Int) throws -> FlowLoad
    ) throws -> Double {
        report("memory at the start: \(rounded(server.memory)) MB")
        var (done, middle) = (0, (flows: 0, memory: server.memory))
        while done < flows {
            let next = min(max(flows / 10, 1), flows - done)
            let load = try load(next)
            done += next
            if done <= flows / 2 { middle = (done, server.memory) }
            report("memory after \(done) flows: \(rounded(server.memory)) MB (\(rounded(load.perSecond)) flows/s)")
        }
        let growth = (server.memory - middle.memory) * 1_048_576 / Double(flows - middle.flows)
        report("growth over the second half: \(Int(growth.rounded())) bytes a flow\n")
        return growth
    }
}
