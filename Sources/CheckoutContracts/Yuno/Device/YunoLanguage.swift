/// The languages of Yuno's SDK.
public enum YunoLanguage: String, Sendable, Hashable, CaseIterable {
    case spanish = "es"
    case english = "en"
    case portuguese = "pt"
    case filipino = "fil"
    case indonesian = "id"
    case malay = "ms"
    case thai = "th"
    case traditionalChinese = "zh-TW"
    case simplifiedChinese = "zh-CN"
    case vietnamese = "vi"
    case french = "fr"
    case polish = "pl"
    case italian = "it"
    case german = "de"
    case russian = "ru"
    case turkish = "tr"
    case dutch = "nl"
    case swedish = "sv"
    case korean = "ko"
    case japanese = "ja"

    /// The language with a tag in either case. Default: English, also for unknown tags.
    public init(_ tag: String?) {
        let tag = tag?.lowercased()
        self = Self.allCases.first { $0.rawValue.lowercased() == tag } ?? .english
    }
}
