import ArgumentParser

/// The command line of `toque-bench`.
struct BenchOptions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toque-bench",
        abstract: "Print the rates of Toque, each beside the OpenSSL ceiling that the same run measured.",
        discussion: "tools/bench builds and runs it. Example: toque-bench --sandbox-only toque=.build/release/toque")

    /// A `toque` binary to measure.
    struct Binary: ExpressibleByArgument {
        let name: String
        let path: String

        init?(argument: String) {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            name = parts[0]
            path = parts[1]
        }
    }

    @Flag(help: "Measure the sandbox alone.")
    var sandboxOnly = false

    @Flag(help: "Measure checkout alone: webhooks judged, and payments at each provider beside Pix.")
    var checkoutOnly = false

    @Flag(help: "Measure the dashboard alone: its views on a large sandbox, and what open ones cost the backend.")
    var dashboardOnly = false

    @Option(
        help: .init(
            "Measure this provider's memory beside Pix's, or load its sandbox. Default: ecommpay, for --load a "
                + "sandbox of Pix without webhooks.", valueName: MeasuredProviders.names.joined(separator: "|")))
    var provider: String?

    @Option(
        help: .init(
            "Only load a sandbox that runs on this port of 127.0.0.1, such as one under a profiler.", valueName: "port")
    )
    var load: UInt16?

    @Option(
        help: .init(
            "With --load, make this many tenants first, which the clients share. Default: 0, the tenant of the key "
                + "sandbox.", valueName: "n"))
    var tenants = 0

    @Option(help: .init("With --load, run this many clients; with --rate, at most.", valueName: "n"))
    var clients = SandboxBenchmark.clients

    @Option(
        help: .init(
            "With --load, let this many flows a second arrive, at exponential intervals, instead of as many as the "
                + "clients can make.", valueName: "n"))
    var rate: Double?

    @Option(help: .init("Measure the memory of sandboxes over this many flows.", valueName: "n"))
    var flows = 5_000

    @Argument(help: .init("The binaries to measure; the first one serves.", valueName: "name=path"))
    var binaries: [Binary] = []

    func validate() throws {
        if let provider, !MeasuredProviders.names.contains(provider) {
            throw ValidationError(
                "--provider: \(provider) is none of \(MeasuredProviders.names.joined(separator: ", "))")
        }
        if tenants > 0, load == nil || provider != nil {
            throw ValidationError("--tenants: needs --load without --provider")
        }
        guard tenants >= 0 else { throw ValidationError("--tenants: \(tenants) is not a number from 0 on") }
        guard clients > 0 else { throw ValidationError("--clients: \(clients) is not a number above 0") }
        if let rate {
            guard load != nil, provider == nil else {
                throw ValidationError("--rate: needs --load without --provider")
            }
            guard rate > 0, rate.isFinite else { throw ValidationError("--rate: \(rate) is not a number above 0") }
        }
        guard flows > 0 else { throw ValidationError("--flows: \(flows) is not a number above 0") }
    }

    func run() async throws { try await ToqueBench.run(self) }
}
