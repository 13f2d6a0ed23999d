import ToqueEncoding

/// The pages on a large sandbox: how soon each begins, how large it is, and what open views cost the backend.
struct DashboardBenchmark {
    let binary: String
    let folder: String

    /// The limits of a page: milliseconds to the first byte, and bytes in all parts.
    private static let (firstByte, bytes) = (50.0, 100_000)
    /// Backend requests take at most so much longer in 100 while two dashboards are open.
    private static let slowdown = 5.0

    /// - Throws: after all measurements, if a limit is passed: each is named.
    func run() throws {
        report(
            "Pages with \(DashboardContent.objects) objects and \(DashboardContent.requests) requests; limits: first "
                + "byte \(Int(Self.firstByte)) ms at the median, page \(Self.bytes / 1000) kB, backend slowed by "
                + "\(Int(Self.slowdown)) in 100:\n")
        let server = try SandboxProcess(
            [
                binary, "simulate", "--port", "0", "--options-delay", "0s", "--database",
                "\(folder)/dashboard.sqlite", "--durability", "normal",
            ], folder: folder)
        defer { server.stop() }
        let content = try DashboardContent(port: server.port)
        report(PageMeasurement.header)
        var passed = try content.views.flatMap { try measured($0, at: server.port) }
        passed += try payerPage()
        report("")

        let slowdown = try BackendSlowdown(port: server.port).measure()
        report("backend requests with two open views: \(slowdown)\n")
        if slowdown.percent > Self.slowdown {
            passed.append("backend requests: slower by \(rounded(slowdown.percent)) in 100 (limit: \(Self.slowdown))")
        }
        guard passed.isEmpty else {
            throw Processes.Failure(description: "over a limit:\n\(passed.joined(separator: "\n"))")
        }
    }

    /// Measures a page and prints it.
    /// - Returns: the limits that it passes.
    private func measured(_ page: MeasuredPage, at port: UInt16) throws -> [String] {
        let measurement = try PageMeasurement(of: page, at: port)
        report("\(measurement)")
        var passed: [String] = []
        if measurement.firstByte.median > Self.firstByte {
            passed.append(
                "\(page.name): the first byte after \(rounded(measurement.firstByte.median)) ms (limit: "
                    + "\(Int(Self.firstByte)))")
        }
        if measurement.bytes > Self.bytes {
            passed.append("\(page.name): \(measurement.bytes) bytes in all parts (limit: \(Self.bytes))")
        }
        return passed
    }

    /// The page of a checkout provider's payer.
    private func payerPage() throws -> [String] {
        let provider = PlacetoPayMeasured()
        let server = try SandboxProcess(
            [binary, "simulate", "--provider", provider.name, "--port", "0", "--memory"], folder: folder)
        defer { server.stop() }
        let session = try provider.session(over: TimedConnection(port: server.port))
        let path = TimedConnection.target(try session.text("processUrl"))
        return try measured(MeasuredPage("a checkout payer's page", path, host: "localhost"), at: server.port)
    }
}
