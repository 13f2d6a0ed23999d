import ToqueEncoding

/// The declared device class of an enrollment. `IOS` and `ANDROID` make the phone-only risk signals required.
public enum Platform: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case ios = "IOS"
    case android = "ANDROID"
    case browser = "BROWSER"
    case crossPlatform = "CROSS_PLATFORM"
}
