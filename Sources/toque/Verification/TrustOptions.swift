import ArgumentParser
import RelyingParty
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// What the certificates of attestations must lead to, and what is known of authenticators.
struct TrustOptions: ParsableArguments {
    @Option(
        help: .init(
            "Certificates that attestations may lead to, in PEM or DER: of any format, or of the one named. Repeatable.",
            discussion: "With anchors or metadata, a chain that leads to none of them is invalid.",
            valueName: "[format=]file"),
        completion: .file())
    var anchors: [String] = []

    @Option(
        help: .init(
            "A BLOB of the FIDO Metadata Service: more anchors, and what is known of authenticators.",
            valueName: "file"),
        completion: .file())
    var metadata: String?

    @Option(
        help: .init("What the BLOB's certificates must lead to, in PEM or DER. Repeatable.", valueName: "file"),
        completion: .file())
    var metadataRoot: [String] = []

    @Option(
        help: .init(
            "Whose certificate the BLOB must be signed with: its common name.", valueName: "name"))
    var metadataSigner = MetadataBLOB.serviceName

    @Option(
        help: .init("The highest number (no) of a BLOB seen so far: a lower one is refused.", valueName: "number"))
    var metadataMinimum: Int?

    func validate() throws {
        guard (metadata == nil) == metadataRoot.isEmpty else {
            throw ValidationError("--metadata and --metadata-root go together")
        }
        guard metadata != nil || metadataMinimum == nil else {
            throw ValidationError("--metadata-minimum is for the BLOB of --metadata")
        }
        for anchor in anchors { _ = try Anchor(anchor) }
    }

    /// Reads the files and adds what they hold to a policy.
    /// - Throws: `CommandError`, status 3 for a file that cannot be read and status 1 for one that holds something
    ///   else.
    func amend(_ policy: inout VerificationPolicy) throws {
        for text in anchors {
            let anchor = try Anchor(text)
            try policy.trustAnchors.add(Self.certificates(of: anchor.file, "--anchors"), for: anchor.format)
        }
        policy.metadata = try blob()
        policy.minimumMetadataNumber = metadataMinimum
        if !anchors.isEmpty || metadata != nil { policy.untrustedAttestation = .reject }
    }

    private func blob() throws -> MetadataBLOB? {
        guard let metadata else { return nil }
        let roots = try metadataRoot.flatMap { try Self.certificates(of: $0, "--metadata-root") }
        let bytes = try Input.bytes(of: metadata, limit: MetadataBLOB.maximumSize)
        do throws(MetadataError) {
            return try MetadataBLOB(jws: bytes, roots: roots, signer: metadataSigner, time: .now())
        } catch {
            let hint: String? = if case .otherSigner = error { "--metadata-signer NAME" } else { nil }
            throw CommandError(.failed, "\(metadata): \(error)", try: hint)
        }
    }

    /// - Parameter option: whose file it is.
    private static func certificates(of file: String, _ option: String) throws(CommandError) -> [Certificate] {
        let bytes = try Input.bytes(of: file)
        do throws(CryptoError) {
            var anchors = TrustAnchors()
            try anchors.add(pemOrDER: bytes)
            return anchors.general
        } catch {
            throw CommandError(.failed, "\(option) \(file): \(error)", try: "a certificate in PEM or DER")
        }
    }

    /// `FORMAT=FILE` or `FILE`.
    private struct Anchor {
        let format: AttestationFormat?
        let file: String

        /// Those with certificates of their own.
        private static let formats = AttestationFormat.known.filter { ![.none, .compound].contains($0) }

        init(_ text: String) throws(ValidationError) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // A path with a slash before the sign is no format.
            guard parts.count == 2, !parts[0].contains("/") else {
                (format, file) = (nil, text)
                return
            }
            let named = AttestationFormat(rawValue: String(parts[0]))
            guard Self.formats.contains(named) else {
                let names = Self.formats.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--anchors \(text): the format is one of \(names); ./\(text) names a file")
            }
            (format, file) = (named, String(parts[1]))
        }
    }
}
