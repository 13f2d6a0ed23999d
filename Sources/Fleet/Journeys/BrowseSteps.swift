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
            try await run.send(run.request(.get(route.path)), named: route.name, expecting: route.expect) { _ in }
        }
    }
}
