import ToqueEncoding

/// Why risk signals cannot be given. Each text is one line that says what was found and how to fix it.
public enum RiskSignalsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// accountTenure is not written `yyyy-MM-dd`.
    case accountTenureFormat(found: String)
    /// accountTenure is no day of the calendar.
    case accountTenureNotADate(found: String)
    /// accountTenure lies after today.
    case accountTenureInFuture(found: String, today: String)
    /// A fixture's name is unknown, or its folder or `fixture.json` cannot be used.
    case unreadableFixture(name: String, reason: String)
    /// An override names a field that does not exist.
    case unknownField(name: String)
    /// An override's value has the wrong type; also an override that lacks its `=`.
    case fieldType(name: String, found: String, expected: String)
    /// The platform makes signals compulsory that are absent.
    case missingSignals(platform: DevicePlatform, names: [String])
    /// The device id or a permission cannot be kept.
    case stateNotKept(path: String, reason: String)
    /// What was kept is not what was written.
    case damagedState(name: String)

    public var description: String {
        switch self {
        case .accountTenureFormat(let found):
            "accountTenure: found \(found.quoted), expected a date such as 2024-01-31"
        case .accountTenureNotADate(let found):
            "accountTenure: \(found.quoted) is no day of the calendar"
        case .accountTenureInFuture(let found, let today):
            "accountTenure: \(found) is in the future, today is \(today)"
        case .unreadableFixture(let name, let reason):
            "device \(name.quoted): \(reason)"
        case .unknownField(let name):
            "no risk signal is called \(name.quoted); there are \(SignalOverride.fieldNames)"
        case .fieldType(let name, let found, let expected):
            "\(name): found \(found), expected \(expected)"
        case .missingSignals(let platform, let names):
            "platform \(platform.rawValue) makes \(names.joined(separator: ", ")) compulsory, which this device does "
                + "not have; use a device that has them (handset)"
                + (platform == .ios || platform == .android ? ", set them, or say CROSS_PLATFORM" : " or set them")
        case .stateNotKept(let path, let reason):
            "\(path): \(reason); make it writable or point XDG_STATE_HOME at a folder that is"
        case .damagedState(let name):
            "the file \(name) in the state folder is damaged; remove it to begin anew"
        }
    }
}
