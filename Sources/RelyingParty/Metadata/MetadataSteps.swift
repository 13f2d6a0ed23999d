import ToqueCrypto
import ToqueEncoding

extension Verification {
    /// Applies the authenticator's metadata in steps 23 and 24 of section 7.1. An authenticator that is not listed
    /// passes, with only the policy's anchors.
    /// - Parameter userVerification: true if the ceremony requires it.
    /// - Returns: the model's anchors besides the policy's.
    mutating func verifyMetadata(
        for conclusion: AttestationConclusion, input: AttestationInput, userVerification: Bool
    ) throws(VerificationFailure) -> [Certificate] {
        guard let metadata = policy.metadata else { return [] }
        let day = CivilDate(input.time)
        try check(
            .metadata, day <= metadata.nextUpdate, .metadataOutdated,
            "the metadata was to be replaced by \(metadata.nextUpdate), and today is \(day)")
        if let minimum = policy.minimumMetadataNumber {
            try check(
                .metadata, metadata.number >= minimum, .metadataRolledBack,
                "the metadata has the number \(metadata.number), expected \(minimum) or a higher one")
        }
        let authenticator = MetadataSubject(
            aaguid: input.attested.aaguid, format: conclusion.format, trustPath: conclusion.trustPath,
            anchors: policy.trustAnchors[conclusion.format], time: input.time)
        let entries = metadata.entries(for: authenticator)
        let reports =
            entries.flatMap { $0.reports(on: authenticator) } + metadata.reports(onAttestationKeyOf: authenticator)
        guard !entries.isEmpty || !reports.isEmpty else { return [] }
        try check(.authenticatorStatus) { () throws(VerificationFailure) in
            // The most serious first.
            for code in [.authenticatorRevoked, .authenticatorCompromised, .userVerificationBypassed] as [VerdictCode] {
                let report = reports.first { $0.status.code(userVerification: userVerification) == code }
                guard let report else { continue }
                let date = report.effectiveDate.map { " as of \($0)" } ?? ""
                throw VerificationFailure(
                    code, "the metadata reports \(report.status.rawValue)\(date) of \(authenticator)")
            }
        }
        return entries.flatMap(\.anchors)
    }
}
