import ToqueEncoding

/// What a person looks at: lists of the sandbox, or routes of the journey file.
enum BrowseSteps {
    private static let lists = ["/institutions/", "/customers/", "/bank-accounts/", "/payment-intents/"]

    static func steps(_ file: JourneyFile) -> [JourneyStep] {
        if !file.browse.isEmpty { return file.browse.map(step) }
        return lists.map { path in
            var route = BackendRoute(path: path)
            (route.method, route.expect) = ("GET", [200])
            return step(route)
        }
    }

    private static func step(_ route: BackendRoute) -> JourneyStep {
        JourneyStep(route.name, needsThought: true) { (run) throws(StepFailure) in
            let request = FleetRequest.get(route.path)
            // The user's own backend gets no key of the provider's.
            let sent = run.plan.file.routes == nil ? run.request(request) : request.with(run.plan.headers)
            try await run.send(sent, named: route.name, expecting: route.expect) { _ in }
        }
    }
}
