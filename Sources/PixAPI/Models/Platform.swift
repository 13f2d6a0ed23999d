import ToqueEncoding

/// The device class that an enrollment is declared for; `IOS` and `ANDROID` make the phone-only risk signals
/// compulsory.
public enum Platform: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case ios = "IOS"
    case android = "ANDROID"
    case browser = "BROWSER"
    case crossPlatform = "CROSS_PLATFORM"
}
