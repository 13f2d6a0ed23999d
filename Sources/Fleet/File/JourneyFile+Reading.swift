import APIClient
import PixAPI
import SoftAuthenticator
import ToqueEncoding

extension JourneyFile {
    /// The largest file in bytes.
    public static let sizeLimit = 1 << 20

    /// Reads a file: JSON if it begins with a brace, otherwise TOML. A byte order mark may come first.
    /// - Throws: an error with the path of the member at fault.
    public init(parsing bytes: [UInt8]) throws(FleetInputError) {
        guard bytes.count <= Self.sizeLimit else { throw FleetInputError("", "the file is larger than 1 MiB") }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        let isJSON = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
        let reader = JSONReader(isJSON ? try Self.json(text) : try Self.toml(text))
        do {
            try self.init(reader)
        } catch let error as JSONMemberError {
            throw FleetInputError(error)
        } catch let error as FleetInputError {
            throw error
        } catch {
            throw FleetInputError("", "\(error)")
        }
    }

    private static func json(_ text: [UInt8]) throws(FleetInputError) -> JSON {
        do {
            return try JSON(parsing: text)
        } catch {
            throw FleetInputError("", "the file is not JSON (\(error))")
        }
    }

    private static func toml(_ text: [UInt8]) throws(FleetInputError) -> JSON {
        do throws(FleetInputError) {
            return try JSON(toml: text)
        } catch {
            // Such as `[]`, whose error in TOML would not help.
            guard let json = try? JSON(parsing: text) else { throw error }
            throw FleetInputError("", "found \(json.kind), expected an object; a JSON file begins with {")
        }
    }

    private init(_ reader: JSONReader) throws {
        self.init()
        try reader.expectMembers(of: JourneySchema.file)
        if let member = try reader.optional("target") { target = try member.serverURL() }
        seed = try reader.optional("seed")?.string()
        deviceCount = try reader.optional("devices")?.int(in: 1...1_000_000)
        if let member = try reader.optional("profile") {
            let names = AuthenticatorProfile.all.map(\.name)
            profile = try AuthenticatorProfile(name: member.choice(among: names)) ?? profile
        }
        origin = try reader.optional("origin")?.origin()
        timeout = try reader.optional("timeout")?.timeAboveZero() ?? timeout
        pollInterval = try reader.optional("poll")?.timeAboveZero() ?? pollInterval
        pollTimeout = try reader.optional("poll-timeout")?.timeSpan() ?? pollTimeout
        try readUsers(reader)
        if let member = try reader.optional("pix") { pix = try PixObjects(member) }
        for (name, value) in try reader.optional("headers")?.headers() ?? [] {
            headers.append((name, try HeaderValue(value)))
        }
        routes = try reader.optional("routes").map { try RouteMap($0) }
        browse = try reader.optional("browse")?.elements().map { try BackendRoute(browsing: $0) } ?? []
        try checkJourneys()
    }

    private mutating func readUsers(_ reader: JSONReader) throws {
        if let member = try reader.optional("journeys") {
            try member.expectMembers(of: JourneySchema.journeys)
            journeys = []
            for kind in JourneyKind.allCases {
                guard let weight = try member.optional(kind.description) else { continue }
                journeys.append((kind, try weight.double(in: 0...1_000_000)))
            }
            guard journeys.contains(where: { $0.weight > 0 }) else {
                throw FleetInputError(member.path, "no journey has a weight above 0")
            }
        }
        if let member = try reader.optional("think") { think = try ThinkTime(member) }
        if let member = try reader.optional("faults") {
            try member.expectMembers(of: JourneySchema.faults)
            for fault in DeviceFault.allCases {
                guard let share = try member.optional(fault.rawValue) else { continue }
                faults.append((fault, try share.double(in: 0...1)))
            }
            try Self.check(faults.map(\.share), member)
        }
        if let member = try reader.optional("scenarios") {
            scenarios = try member.named().map { name, share in
                if let inner = share.value.objectValue?.names.first {
                    let whole = "\(name).\(inner)".quoted
                    throw FleetInputError(
                        share.path, "found an object, expected a number; quote the name \(whole)")
                }
                return (name, try share.double(in: 0...1))
            }
            try Self.check(scenarios.map(\.share), member)
        }
    }

    private static func check(_ shares: [Double], _ member: JSONReader) throws {
        // Decimal shares do not add up exactly.
        guard shares.reduce(0, +) <= 1.000_001 else {
            throw FleetInputError(member.path, "the shares are together more than 1")
        }
    }

    /// What one member demands of another.
    private func checkJourneys() throws(FleetInputError) {
        for (kind, weight) in journeys where weight > 0 { try check(kind) }
        let usesSandbox = journeys.contains { kind, weight in
            if case .checkout = kind { weight > 0 } else { routes == nil }
        }
        guard scenarios.isEmpty || usesSandbox else {
            throw FleetInputError("scenarios", "only the sandbox plays them; leave them out with routes")
        }
    }

    /// - Throws: if the file lacks what a kind of journey needs.
    func check(_ kind: JourneyKind) throws(FleetInputError) {
        switch kind {
        case .webAuthn where routes == nil:
            throw FleetInputError("journeys.webauthn", "needs routes; add the section routes")
        case .browse where routes != nil && browse.isEmpty:
            throw FleetInputError("journeys.browse", "needs routes of its own; add the section browse")
        case .enrollAndPay, .pay, .browse, .checkout, .webAuthn: return
        }
    }
}
