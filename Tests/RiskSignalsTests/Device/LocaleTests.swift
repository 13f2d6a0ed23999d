import Testing

@testable import RiskSignals

@Suite struct LanguageTests {
    @Test(
        "The locale variables give the language, which is en by default",
        arguments: [
            (["LANG": "C.UTF-8"], "en"), (["LANG": "POSIX"], "en"), (["LANG": "pt_BR.UTF-8"], "pt"),
            (["LANG": "pt_BR.UTF-8", "LC_MESSAGES": "de_DE@euro"], "de"),
            (["LANG": "pt_BR", "LC_MESSAGES": "de", "LC_ALL": "fr_FR"], "fr"), (["LC_ALL": "", "LANG": "es_AR"], "es"),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "pt_BR:en"], "pt"), (["LANG": "C.UTF-8", "LANGUAGE": "pt"], "en"),
            (["LANGUAGE": "pt"], "en"), (["LANG": "por_BR"], "pt"), (["LANG": "ger"], "de"), (["LANG": "deu"], "de"),
            (["LANG": "fil_PH"], "en"), (["LANG": "../../etc"], "en"), (["LANG": "PT-br"], "pt"), ([:], "en"),
        ])
    func environment(variables: [String: String], expected: String) throws {
        #expect(try device(environment: variables).signals().language == expected)
    }

    @Test("Without locale variables, a locale file of the system gives the language")
    func systemSettings() throws {
        #expect(try device(["/etc/locale.conf": "LANG=\"pt_BR.UTF-8\"\n"]).signals().language == "pt")
        #expect(try device(["/etc/default/locale": "# system\nLANG=it_IT.UTF-8\n"]).signals().language == "it")
    }
}

@Suite struct TimeZoneTests {
    private func offset(
        _ files: [String: MemoryTree.Entry] = [:], tz: String? = nil, now: Int64 = july
    ) throws -> String {
        try device(files, environment: tz.map { ["TZ": $0] } ?? [:], now: now).signals().userTimeZoneOffset
    }

    @Test("The time zone is found by TZ, /etc/localtime and /etc/timezone")
    func kathmandu() throws {
        let zone = "/usr/share/zoneinfo/Asia/Kathmandu"
        #expect(try offset(["/etc/localtime": .link(target: zone), zone: .timeZone("<+0545>-5:45")]) == "+05:45")
        #expect(try offset([zone: .timeZone("<+0545>-5:45")], tz: "Asia/Kathmandu") == "+05:45")
        #expect(try offset([zone: .timeZone("<+0545>-5:45")], tz: ":Asia/Kathmandu") == "+05:45")
        #expect(try offset([zone: .timeZone("<+0545>-5:45")], tz: ":\(zone)") == "+05:45")
        #expect(try offset([zone: .timeZone("<+0545>-5:45"), "/etc/timezone": "Asia/Kathmandu\n"]) == "+05:45")
    }

    @Test(
        "A POSIX rule gives its offset, and an invalid one gives +00",
        arguments: [
            ("BRT3", july, "-03"), ("<-03>3", july, "-03"), ("UTC0", july, "+00"), ("", july, "+00"),
            ("NST3:30", july, "-03:30"), ("<+1245>-12:45", july, "+12:45"), ("XXX0:00:30", july, "+00"),
            ("EST5EDT", july, "-04"), ("EST5EDT", january, "-05"), ("EST5EDT,M3.2.0,M11.1.0", july, "-04"),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", july, "+10"), ("AEST-10AEDT,M10.1.0,M4.1.0/3", january, "+11"),
            ("XXX3YYY,J60,J300", july, "-02"), ("XXX3YYY,59,299", january, "-03"),
            ("LHST-10:30LHDT-11,M10.1.0,M4.1.0", january, "+11"), ("XXX3EDT4,0/0,J365/23", january, "-04"),
            ("XXX20", july, "+00"), ("America/Nowhere", july, "+00"), ("AB3", july, "+00"), ("BRT", july, "+00"),
            ("BRT3X", july, "+00"), ("BRT3BRST,M13.1.0,M1.1.0", july, "+00"), ("<BRT3", july, "+00"),
            ("BRT99999999999999999999", july, "+00"),
        ])
    func rules(variable: String, now: Int64, expected: String) throws {
        #expect(try offset(tz: variable, now: now) == expected)
    }

    /// The instants of New York's changes in 2025, to the second.
    @Test(
        "A POSIX rule changes the offset at the exact second",
        arguments: [
            (1_741_503_599, -5), (1_741_503_600, -4), (1_762_063_199, -4), (1_762_063_200, -5),
        ] as [(Int64, Int)])
    func turnOfTheClock(instant: Int64, hours: Int) throws {
        let zone = try #require(POSIXTimeZone("EST5EDT,M3.2.0,M11.1.0"))
        #expect(zone.offset(at: instant) == hours * 3600)
    }

    @Test("An unknown time zone gives +00 and a source that mentions tzdata")
    func unknownZoneIsSaid() throws {
        let collected = try device(environment: ["TZ": "America/Sao_Paulo"]).collect()
        #expect(collected.signals.userTimeZoneOffset == "+00")
        #expect(collected.source(of: "userTimeZoneOffset")?.contains("tzdata") == true)
    }

    /// A file with both blocks: -02 until 2019-02-17, then -03, with daylight saving by the rule afterwards.
    @Test("A zone file changes the offset at its transition, in versions 1 and 2")
    func transitions() throws {
        let change: Int64 = 1_550_368_800
        func big(_ value: Int64, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func header(_ counts: [Int64]) -> [UInt8] {
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { big($0, 4) }
        }
        let types = big(-7200, 4) + [1, 0] + big(-10_800, 4) + [0, 4]
        let names = Array("-02\0-03\0".utf8)
        let first = header([0, 0, 0, 1, 2, 8]) + big(change, 4) + [1] + types + names
        let second = header([0, 0, 0, 1, 2, 8]) + big(change, 8) + [1] + types + names
        let zone = try #require(TimeZoneFile(first + second + Array("\n<-03>3\n".utf8)))
        #expect(zone.offset(at: change - 1) == -7200)
        #expect(zone.offset(at: change) == -10_800)
        #expect(zone.offset(at: july) == -10_800)

        // Version 1, without a second block and a rule.
        var old = first
        old[4] = 0
        let oldZone = try #require(TimeZoneFile(old))
        #expect(oldZone.offset(at: change - 1) == -7200)
        #expect(oldZone.offset(at: july) == -10_800)
    }

    @Test("A truncated zone file gives UTC, and a damaged one does not trap")
    func damagedFilesAreAbsent() throws {
        guard case .file(let whole) = MemoryTree.Entry.timeZone("<-03>3") else {
            Issue.record("no file")
            return
        }
        for count in whole.indices.dropLast() {
            let zone = TimeZoneFile(Array(whole[..<count]))
            // Without its rule, the zone is always UTC.
            #expect(zone.map { $0.offset(at: july) } ?? 0 == 0)
        }
        for index in whole.indices {
            var damaged = whole
            damaged[index] = 0xFF
            _ = TimeZoneFile(damaged)?.offset(at: july)
        }
        #expect(try offset(["/etc/localtime": "no zone"]) == "+00")
    }

    @Test("An offset is written in hours, with minutes only if there are any")
    func text() {
        #expect(LocalTime.text(ofOffset: 0) == "+00")
        #expect(LocalTime.text(ofOffset: -10_800) == "-03")
        #expect(LocalTime.text(ofOffset: -1800) == "-00:30")
        #expect(LocalTime.text(ofOffset: 50_400) == "+14")
        #expect(LocalTime.text(ofOffset: -30) == "+00")
    }
}
