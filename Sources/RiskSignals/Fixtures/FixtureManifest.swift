import ToqueEncoding

/// A simulated device's facts besides files: `fixture.json` at the top of its folder. All members are optional.
///
///     {
///       "environment": {"TZ": "America/Sao_Paulo", "LANG": "pt_BR.UTF-8"},
///       "now": 1735732800000000000,
///       "sinceBoot": 3600000000000,
///       "euid": 1000,
///       "groups": [1000, 27],
///       "capabilities": "0000000000200000",
///       "window": {"height": 900, "width": 1440},
///       "geoclue": {"latitude": -23.55052, "longitude": -46.63331, "accuracy": 40, "description": "WiFi"},
///       "modems": [{"calls": [4], "cell": "724,10,70F9,00010D0E,00A1B2"}]
///     }
///
/// `now` is in nanoseconds since 1970 UTC, `sinceBoot` in nanoseconds since boot. Defaults: the clock's time and
/// `/proc/uptime`. `euid` with `groups` and `capabilities` (hexadecimal, like CapEff) overrides `/proc/self/status`.
/// Without `geoclue`, location is denied. A modem without `calls` has no voice; their numbers are MMCallState, where 4
/// is an active call.
struct FixtureManifest {
    private var environment: [String: String] = [:]
    private var now: Int64?
    private var sinceBoot: Int64?
    private var identity: ProcessIdentity?
    private var window: ScreenDimensions?
    private var location: GeoClueLocation?
    private var modems: [Modem] = []

    private static let members: Set<String> = [
        "environment", "now", "sinceBoot", "euid", "groups", "capabilities", "window", "geoclue", "modems",
    ]

    /// - Throws: `unreadableFixture` with the name of the invalid member.
    init(in files: DeviceFiles, folder: String) throws(RiskSignalsError) {
        let path = "/fixture.json"
        guard files.exists(path) else { return }
        guard let text = files.text(path) else {
            throw .unreadableFixture(name: folder, reason: "fixture.json cannot be read as text")
        }
        do {
            try read(JSONReader(JSON(parsing: text)))
        } catch {
            throw .unreadableFixture(name: folder, reason: "fixture.json: \(error)")
        }
    }

    func root(files: DeviceFiles, clock: DeviceClock, state: any StateDirectory) -> DeviceRoot {
        let (now, sinceBoot) = (now, sinceBoot)
        return DeviceRoot(
            files: files,
            environment: environment,
            identity: identity,
            clock: DeviceClock(now: { now ?? clock.now() }, sinceBoot: { sinceBoot ?? clock.sinceBoot() }),
            bus: SimulatedBus(location: location, modems: modems),
            state: state,
            window: window)
    }

    private mutating func read(_ reader: JSONReader) throws(JSONMemberError) {
        for member in try reader.object() where !Self.members.contains(member.name) {
            throw JSONMemberError(
                path: member.name, found: "an unknown member", expected: Self.members.sorted().joined(separator: ", "))
        }
        if let variables = try reader.optional("environment") {
            for name in try variables.object().names { environment[name] = try variables.member(name).string() }
        }
        now = try reader.optional("now").map { reader throws(JSONMemberError) in Int64(try reader.int()) }
        sinceBoot = try reader.optional("sinceBoot").map { reader throws(JSONMemberError) in Int64(try reader.int()) }
        identity = try Self.identity(reader)
        if let size = try reader.optional("window") {
            window = ScreenDimensions(
                height: try size.member("height").number(), width: try size.member("width").number())
        }
        if let position = try reader.optional("geoclue") {
            location = GeoClueLocation(
                latitude: try position.member("latitude").double(),
                longitude: try position.member("longitude").double(),
                accuracy: try position.member("accuracy").double(),
                description: try position.optional("description")?.string() ?? "")
        }
        for modem in try reader.optional("modems")?.elements() ?? [] {
            modems.append(
                Modem(callStates: try modem.optional("calls")?.numbers(), cell: try modem.optional("cell")?.string()))
        }
    }

    private static func identity(_ reader: JSONReader) throws(JSONMemberError) -> ProcessIdentity? {
        let names = try reader.object().names
        guard ["euid", "groups", "capabilities"].contains(where: names.contains) else { return nil }
        let user = try reader.member("euid", expected: "an integer beside groups and capabilities")
        var identity = ProcessIdentity(userID: try user.number(), effectiveUserID: try user.number())
        if let groups = try reader.optional("groups") { identity.groups = try groups.numbers() }
        if let capabilities = try reader.optional("capabilities") {
            guard let set = UInt64(try capabilities.string(), radix: 16) else {
                throw capabilities.mismatch(expected: "hexadecimal digits")
            }
            identity.capabilities = set
        }
        return identity
    }
}

extension JSONReader {
    /// An integer of the type's width.
    fileprivate func number<Integer: FixedWidthInteger>() throws(JSONMemberError) -> Integer {
        guard let number = Integer(exactly: try int()) else {
            throw mismatch(expected: "an integer of \(Integer.bitWidth) bits")
        }
        return number
    }

    fileprivate func numbers<Integer: FixedWidthInteger>() throws(JSONMemberError) -> [Integer] {
        var numbers: [Integer] = []
        for element in try elements() { numbers.append(try element.number()) }
        return numbers
    }
}
