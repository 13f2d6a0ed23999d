import Logging
import ToqueEncoding

/// Records each request in the journal, the metrics and the log.
struct ExchangeRecorder: Sendable {
    let engine: Engine
    let routes: RouteTable
    let logger: Logger

    /// Before the response leaves, so that a client that has it finds it in the journal.
    func record(_ exchange: Exchange, _ response: SandboxResponse) async {
        let duration = ContinuousClock.now - exchange.start
        let (tenant, isStray) = tenant(exchange)
        let names = (exchange.route?.secrets ?? .common).adding(engine.secretNames)
        let mask = JournalMask(names, openPattern: routes.openPattern)
        let headers = exchange.request.headers.map { (name: $0.name.rawName, value: $0.value) }
        engine.metrics.requests.count(
            route: exchange.route?.pattern, method: exchange.method, status: response.status, duration: duration)
        var entry = JournalEntry(
            requestID: exchange.id, time: engine.store.now(of: tenant), tenant: tenant, method: exchange.method,
            path: mask.path(exchange.path), pattern: exchange.route?.pattern, query: mask.query(exchange.query),
            status: response.status, duration: duration, errorCode: exchange.refusal?.code,
            fields: exchange.refusal.map { [$0] + $0.others }?.compactMap(\.field) ?? [],
            request: mask.request(headers: host(exchange) + headers, body: exchange.body),
            answer: mask.answer(headers: response.headers, body: response.body, isStream: response.stream != nil),
            isStray: isStray)
        entry.usedToken = exchange.trace.usedToken
        let secrets = engine.guardedSecrets(of: isStray ? nil : tenant)
        if exchange.refusal?.concealsRequest ?? false || secrets.contains(where: entry.shows) { entry.concealRequest() }
        await engine.journal.append(entry)
        log(exchange, response, tenant: tenant, duration: duration)
    }

    /// The request stores it outside of the headers.
    private func host(_ exchange: Exchange) -> [(name: String, value: String)] {
        exchange.request.head.authority.map { [("Host", $0)] } ?? []
    }

    /// The tenant whose journal gets the request. An unauthenticated request goes, as a stray, to the tenant that it
    /// names, or else to the first one.
    private func tenant(_ exchange: Exchange) -> (id: String, isStray: Bool) {
        let known = exchange.trace.tenant
        if !known.isEmpty { return (known, false) }
        let keys = engine.store.keys
        let authorization = exchange.request.headers[.authorization]
        // Refused before its key was checked, for example for its path.
        if let id = keys.keyID(authorization: authorization) { return (id, false) }
        return (keys.claimedID(authorization: authorization) ?? engine.configuration.keys.first?.id ?? "", true)
    }

    private func log(_ exchange: Exchange, _ response: SandboxResponse, tenant: String, duration: Duration) {
        guard logger.logLevel <= .info else { return }
        var metadata: Logger.Metadata = [
            "request_id": "\(exchange.id)", "tenant": "\(tenant)", "method": "\(exchange.method)",
            "path": "\(exchange.route?.pattern ?? "-")", "status": .stringConvertible(response.status),
            "duration_us": .stringConvertible(duration.microseconds),
        ]
        if let code = exchange.refusal?.code { metadata["error"] = "\(code)" }
        if let scenario = exchange.request.headers.value(SandboxRequest.scenarioField) {
            metadata["scenario"] = "\(scenario.escaped)"
        }
        logger.info("request", metadata: metadata)
    }
}
