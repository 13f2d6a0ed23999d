import ToqueEncoding

extension Journey {
    /// A journey's steps at the file's target.
    init(_ kind: JourneyKind, of file: JourneyFile) {
        let mapped = file.routes.map(MappedSteps.init)
        switch kind {
        case .enrollAndPay, .webAuthn:
            if let mapped {
                self.init(kind, mapped.session + mapped.registration + mapped.signature)
            } else {
                self.init(kind, PixSteps.enrollment + PixSteps.payment)
            }
        case .pay:
            if let mapped {
                self.init(
                    kind, mapped.session + mapped.signature, preparation: mapped.session + mapped.registration,
                    preparedBy: MappedSteps.enrolled)
            } else {
                self.init(
                    kind, PixSteps.payment, preparation: PixSteps.enrollment, preparedBy: PixSteps.enrolled)
            }
        case .browse: self.init(kind, BrowseSteps.steps(file))
        case .checkout(let provider): self.init(kind, provider.steps)
        }
    }
}
