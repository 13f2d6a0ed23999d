extension Operation {
    /// The table of all endpoints, in the order of the document.
    static let all: [Operation] = [
        institutions, customers, bankAccounts, enrollments, enrollmentCeremonies, paymentIntents, charges,
        accessTokens, bankPages, bankDiscovery,
    ].flatMap { $0 }
}
