import ArgumentParser
import RelyingParty
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The trust anchors of attestations, and metadata about authenticators.
struct TrustOptions: ParsableArguments {
    @Option(
        help: .init(
            "Trust these certificates (PEM or DER), for one attestation format or for all. Repeatable.",
            discussion: "With anchors or metadata, a chain that leads to none of them is invalid.",
            valueName: "[format=]file"),
        completion: .file())
    var anchors: [String] = []

    @Option(
        help: .init(
            "Read trust anchors and authenticators from this BLOB of the FIDO Metadata Service.",
            valueName: "file"),
        completion: .file())
    var metadata: String?

    @Option(
        help: .init("Require the BLOB's chain to end at this root (PEM or DER). Repeatable.", valueName: "file"),
        completion: .file())
    var metadataRoot: [String] = []

    @Option(
        help: .init(
            "Require this common name of the BLOB's signer. Default: mds.fidoalliance.org.", valueName: "name"))
    var metadataSigner = MetadataBLOB.serviceName

    @Option(
        help: .init("Refuse a BLOB with a lower number (no) than this.", valueName: "number"))
    var metadataMinimum: Int?

    func validate() throws {
        guard (metadata == nil) == metadataRoot.isEmpty else {
            throw CommandError(
                .conflictingOptions, at: metadata == nil ? "--metadata-root" : "--metadata",
                "--metadata and --metadata-root require each other")
        }
        guard metadata != nil || metadataMinimum == nil else {
            throw CommandError(.conflictingOptions, at: "--metadata-minimum", "requires --metadata")
        }
        for anchor in anchors { _ = try Anchor(anchor) }
    }

    /// Reads the files and adds their content to a policy.
    /// - Throws: `CommandError`, status 3 for an unreadable file and status 1 for one with invalid content.
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
            let hint: String? = if case .otherSigner = error { "pass --metadata-signer NAME" } else { nil }
            throw CommandError(.invalidContent, at: metadata, "\(error)", hint: hint)
        }
    }

    /// - Parameter option: the option that names the file.
    private static func certificates(of file: String, _ option: String) throws(CommandError) -> [Certificate] {
        let bytes = try Input.bytes(of: file)
        do throws(CryptoError) {
            var anchors = TrustAnchors()
            try anchors.add(pemOrDER: bytes)
            return anchors.general
        } catch {
            throw CommandError(
                .invalidContent, at: option, "\(file): \(error)", hint: "name a certificate in PEM or DER")
        }
    }

    /// `FORMAT=FILE` or `FILE`.
    private struct Anchor {
        let format: AttestationFormat?
        let file: String

        /// The formats with their own certificates.
        private static let formats = AttestationFormat.known.filter { ![.none, .compound].contains($0) }

        init(_ text: String) throws(CommandError) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // A path with a slash before the equals sign has no format.
            guard parts.count == 2, !parts[0].contains("/") else {
                (format, file) = (nil, text)
                return
            }
            let named = AttestationFormat(rawValue: String(parts[0]))
            guard Self.formats.contains(named) else {
                let names = Self.formats.map(\.rawValue).joined(separator: ", ")
                throw CommandError(
                    .invalidValue, at: "--anchors", "\(text): the format is not one of \(names)",
                    hint: "write ./\(text) for a file of this name")
            }
            (format, file) = (named, String(parts[1]))
        }
    }
}
