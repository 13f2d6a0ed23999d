import Glibc
import Sandbox
import ToqueEncoding
import ToqueFiles

/// An invalid file of the relying party's domain, or one that lacks an app.
public struct WellKnownError: Error, Sendable, Hashable, CustomStringConvertible {
    public let file: String
    /// The place in the file, and what was found or is missing.
    public let problem: String
    /// Whether a file or the folder cannot be read, so that its content is not known.
    public var isUnreadable = false

    public var description: String { "\(file): \(problem)" }
}

/// The files with which a domain tells phones which apps may use its credentials. They are read on demand, so that
/// changes apply at once.
struct WellKnownFiles: Sendable {
    enum Document: String, Sendable, CaseIterable {
        case siteAssociation = "apple-app-site-association"
        case android = "assetlinks.json"

        init(of platform: RegisteredApp.Platform) {
            switch platform {
            case .ios: self = .siteAssociation
            case .android: self = .android
            }
        }

        /// Apple's size limit; Google names none.
        var sizeLimit: Int {
            switch self {
            case .siteAssociation: 128 << 10
            case .android: 1 << 20
            }
        }
    }

    let directory: String

    private func path(of document: Document) -> String {
        directory.hasSuffix("/") ? "\(directory)\(document.rawValue)" : "\(directory)/\(document.rawValue)"
    }

    /// - Returns: nil if there is no such file.
    func bytes(of document: Document) throws(WellKnownError) -> [UInt8]? {
        let path = path(of: document)
        do throws(FileError) {
            // Without waiting for the other end of a possible pipe.
            let file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK)
            guard try file.status().st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
            return try file.bytes(limit: document.sizeLimit)
        } catch {
            switch error {
            case .system(_, ENOENT): return nil
            case .system(_, let number):
                throw WellKnownError(file: path, problem: String(cString: strerror(number)), isUnreadable: true)
            case .tooLarge(_, let limit): throw WellKnownError(file: path, problem: "more than \(limit) bytes")
            case .notRegular, .special, .foreign, .exposed, .exposedDirectory:
                throw WellKnownError(file: path, problem: "not a regular file")
            }
        }
    }

    /// Reads a document with the body.
    private func read<Value>(
        _ document: Document, _ body: (JSONReader) throws(JSONMemberError) -> Value
    ) throws(WellKnownError) -> Value? {
        guard let bytes = try bytes(of: document) else { return nil }
        let path = path(of: document)
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw WellKnownError(file: path, problem: "no JSON: \(error)")
        }
        do throws(JSONMemberError) {
            return try body(JSONReader(json))
        } catch {
            throw WellKnownError(file: path, problem: "\(error)")
        }
    }

    /// Checks the form of the files.
    /// - Throws: `WellKnownError` for the first problem, and if both files are missing.
    func check() throws(WellKnownError) {
        let apple = try read(.siteAssociation) { (json) throws(JSONMemberError) in try SiteAssociation(json) }
        let android = try read(.android) { (json) throws(JSONMemberError) in try AssetLinks(json) }
        guard apple != nil || android != nil else {
            guard access(directory, R_OK) == 0 else {
                throw WellKnownError(file: directory, problem: String(cString: strerror(errno)), isUnreadable: true)
            }
            let names = Document.allCases.map(\.rawValue).joined(separator: " and no ")
            throw WellKnownError(file: directory, problem: "no \(names)")
        }
    }

    /// Checks that the file for the app's platform contains the app.
    func check(_ app: RegisteredApp) throws(WellKnownError) {
        let document = Document(of: app.platform)
        let problem: String?
        switch document {
        case .siteAssociation:
            let file = try read(document) { (json) throws(JSONMemberError) in try SiteAssociation(json) }
            problem = file.map { $0.problem(with: app) } ?? Self.absent(app)
        case .android:
            let file = try read(document) { (json) throws(JSONMemberError) in try AssetLinks(json) }
            problem = file.map { $0.problem(with: app) } ?? Self.absent(app)
        }
        if let problem { throw WellKnownError(file: path(of: document), problem: problem) }
    }

    private static func absent(_ app: RegisteredApp) -> String? { "no such file, and \(app.id) has to be in it" }
}
