extension Operation {
    /// The table of all endpoints, in the order of the document.
    static let all =
        institutions + customers + bankAccounts + enrollments + enrollmentCeremonies + paymentIntents + bankPages
}
