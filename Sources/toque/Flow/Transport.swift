import PixAPI

/// An HTTP transport for the time of the body, closed in every case.
func withTransport<Result>(
    _ body: (AsyncHTTPTransport) async throws -> Result
) async throws -> Result {
    let transport = AsyncHTTPTransport(trusting: TrustedCertificates.ofEnvironment())
    do {
        let result = try await body(transport)
        await transport.shutdown()
        return result
    } catch {
        await transport.shutdown()
        throw error
    }
}
