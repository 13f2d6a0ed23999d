import ToqueEncoding

/// An error of risk signals. Each text is one line that says what is wrong and how to fix it.
public enum RiskSignalsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// accountTenure is not in the form `yyyy-MM-dd`.
    case accountTenureFormat(found: String)
    /// accountTenure is not a day of the calendar.
    case accountTenureNotADate(found: String)
    /// accountTenure is after today.
    case accountTenureInFuture(found: String, today: String)
    /// A fixture's name is unknown, or its folder or `fixture.json` cannot be used.
    case unreadableFixture(name: String, reason: String)
    /// An override names a field that does not exist.
    case unknownField(name: String)
    /// An override's value has the wrong type, or an override has no `=`.
    case fieldType(name: String, found: String, expected: String)
    /// Signals that the platform makes compulsory are absent.
    case missingSignals(platform: DevicePlatform, names: [String])
    /// The device ID or a permission cannot be stored.
    case stateNotKept(path: String, reason: String)
    /// The stored state is not what was written.
    case damagedState(name: String)

    public var description: String {
        switch self {
        case .accountTenureFormat(let found):
            "accountTenure: found \(found.quoted), expected a date such as 2024-01-31"
        case .accountTenureNotADate(let found):
            "accountTenure: \(found.quoted) is not a calendar date"
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
