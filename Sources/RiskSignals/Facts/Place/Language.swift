/// The language of messages to the person.
enum Language {
    /// Two letters (ISO 639-1): from LC_ALL, LC_MESSAGES or LANG, or else the system's settings. If the locale is not
    /// C, LANGUAGE precedes it, as in GNU gettext. Default: English, the language of untranslated messages.
    static func read(from root: DeviceRoot) -> Reading<String> {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let locale = root.environment[name], !locale.isEmpty else { continue }
            return read(locale, from: name, languages: root.environment["LANGUAGE"])
        }
        for path in ["/etc/locale.conf", "/etc/default/locale"] {
            let fields = ShellAssignments.parse(root.files.text(path) ?? "")
            if let locale = fields["LC_ALL"] ?? fields["LC_MESSAGES"] ?? fields["LANG"] {
                return read(locale, from: path, languages: fields["LANGUAGE"])
            }
        }
        return Reading("en", "no locale is set")
    }

    private static func read(_ locale: String, from source: String, languages: String?) -> Reading<String> {
        if isUntranslated(locale) { return Reading("en", "\(source), the C locale") }
        if let language = (languages ?? "").split(separator: ":").firstNonNil({ code(of: $0) }) {
            return Reading(language, "LANGUAGE")
        }
        guard let language = code(of: locale) else {
            return Reading("en", "\(source) has no language with a two-letter code")
        }
        return Reading(language, source)
    }

    private static func isUntranslated(_ locale: String) -> Bool {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        return name == "C" || name == "POSIX"
    }

    /// The language of a locale such as `pt_BR.UTF-8` or `por`; nil if it has no two-letter code.
    static func code(of locale: some StringProtocol) -> String? {
        let language = locale.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }.lowercased()
        guard language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else { return nil }
        return language.utf8.count == 2 ? language : LanguageCodes.twoLetter[language]
    }
}

extension Sequence {
    fileprivate func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}
