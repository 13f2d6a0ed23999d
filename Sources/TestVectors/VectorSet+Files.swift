extension VectorSet {
    /// The set's files, the same in every run.
    public func files() throws -> [VectorFile] {
        switch self {
        case .w3cWebAuthnLevel3: try W3CWebAuthnLevel3.files()
        }
    }
}
