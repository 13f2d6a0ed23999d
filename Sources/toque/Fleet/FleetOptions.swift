import APIClient
import ArgumentParser
import Fleet
import Sandbox
import SoftAuthenticator
import ToqueEncoding

/// What the users of a fleet do, and where.
struct FleetOptions: ParsableArguments {
    @Option(
        help: .init(
            "Read the users' journeys from this file, TOML or JSON.",
            discussion: "Default: enroll-and-pay at the sandbox. `toque fleet journey` prints an example.",
            valueName: "file"),
        completion: .file())
    var journey: String?

    @Option(
        help: .init(
            "Send all requests to this server. Default: the journey file's target, else TOQUE_SERVER.", valueName: "url"
        ))
    var target: String?

    @Option(
        help: .init(
            "Accept this host as a target. Repeatable. Loopback is always accepted.", valueName: "host"))
    var allowHost: [String] = []

    @Option(
        help: .init(
            "Read the API key from the first id:secret line of this file.",
            discussion:
                "Also TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET. Default: the sandbox's key.",
            valueName: "file"),
        completion: .file())
    var apiKeys: String?

    @Option(
        help: .init(
            "Make the devices from this seed. The same seed gives the same devices.",
            discussion: "Default: the journey file's seed, else new devices.", valueName: "text"))
    var seed: String?

    @Option(
        help: .init(
            "Keep enrolled devices in this file from run to run. Default: in memory.",
            discussion: "Their key is in FILE.key.", valueName: "file"),
        completion: .file())
    var store: String?

    @Option(help: "Imitate this class of device. Default: the journey file's, else ios.")
    var profile: AuthenticatorProfile?

    /// The journey file with the options' values, or the defaults.
    func journeyFile() throws -> JourneyFile {
        var file = try journey.map { try Self.read($0) } ?? JourneyFile()
        if let target {
            guard let url = ServerURL(target) else {
                throw CommandError.invalid(server: target, "--target", option: "--target")
            }
            file.target = url
        } else if file.target == nil, let server = environment("TOQUE_SERVER"), !server.isEmpty {
            // `toque simulate -- toque fleet run` sets it.
            guard let url = ServerURL(server) else {
                throw CommandError.invalid(server: server, "TOQUE_SERVER", option: "--target")
            }
            file.target = url
        }
        if let seed { file.seed = seed }
        if let profile { file.profile = profile }
        return file
    }

    /// The fleet that the options describe.
    func fleet() async throws -> Fleet {
        let file = try journeyFile()
        return try await fleet(file, store: store(of: file))
    }

    /// The store that the options name; nil for none.
    func store(of file: JourneyFile) throws -> FleetStore? {
        do {
            return try store.map { try FleetStore(at: $0, seed: file.seed) }
        } catch let error as FleetStoreError {
            throw CommandError(.unusableStore, at: error.path, "\(error)", hint: error.remedy)
        }
    }

    /// The fleet of a journey file.
    func fleet(_ file: JourneyFile, store: FleetStore?) async throws -> Fleet {
        guard let target = file.target else {
            throw CommandError(
                .missingArgument, at: "--target", "required",
                hint: "pass --target http://127.0.0.1:8420, or put target into the journey file")
        }
        let key = try apiKeys.map { path throws(CommandError) in try APIKeyFile.first(of: path) } ?? .ofEnvironment()
        let hosts: HostPolicy
        do throws(TargetError) {
            hosts = try HostPolicy(allowing: allowHost)
        } catch {
            throw CommandError(.invalidValue, at: "--allow-host", "\(error)")
        }
        let access = FleetAccess(
            hosts: hosts, certificates: try TrustedCertificates.ofEnvironment(for: target),
            key: key.map { FleetKey(id: $0.id, secret: $0.secret) },
            environment: { environment($0) })
        do {
            return try await Fleet(file, access: access, store: store) {
                Console.standard.progress("unexpected answer: \($0.step): \($0.problem)")
            }
        } catch let error as TargetError {
            throw CommandError(
                error.isRefusal ? .conflictingOptions : .unreachable, at: target.description, "\(error)",
                hint: error.remedy)
        } catch let error as FleetInputError {
            throw CommandError(journey: error, of: journey ?? "--journey")
        }
    }

    /// - Parameter argument: the one that names the file.
    static func read(_ path: String, of argument: String = "--journey") throws -> JourneyFile {
        guard !path.isEmpty else { throw CommandError.invalid(argument, path, expected: "the path of a file") }
        let bytes = try Input.bytes(of: path, asking: "a journey file")
        do {
            return try JourneyFile(parsing: bytes)
        } catch {
            throw CommandError(journey: error, of: path)
        }
    }
}

extension CommandError {
    init(journey error: FleetInputError, of path: String) {
        let near = NearestNames.of(error.unknown ?? "", in: error.known).map { "`\($0)`" }
        self.init(
            .invalidContent, at: error.path.isEmpty ? path : "\(path): \(error.path)", error.problem,
            hint: error.unknown == nil
                ? nil
                : near.isEmpty
                    ? "one of \(error.known.joined(separator: ", "))"
                    : "did you mean \(near.joined(separator: " or "))?")
    }
}
