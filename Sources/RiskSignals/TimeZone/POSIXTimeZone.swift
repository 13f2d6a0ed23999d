import ToqueEncoding

/// A time zone rule in the syntax of the variable TZ (POSIX.1-2017, chapter 8.3, with the hours of RFC 8536, section
/// 3.3.1): `BRT3`, `<-03>3`, `EST5EDT,M3.2.0,M11.1.0`.
struct POSIXTimeZone: Equatable {
    /// The time of year of a clock change.
    struct Change: Equatable {
        enum Day: Equatable {
            /// `Jn`: 1 to 365, 29 February never counted.
            case julian(Int)
            /// `n`: 0 to 365, 29 February counted.
            case ordinal(Int)
            /// `Mm.w.d`: weekday d (0 is Sunday) of week w (5 is the last one) of month m.
            case weekday(month: Int, week: Int, day: Int)
        }

        var day: Day
        /// Seconds of the local time before the change, from -167 to 167 hours.
        var time = 2 * 3600
    }

    struct DaylightSaving: Equatable {
        /// Seconds ahead of UTC.
        var offset: Int
        var start: Change
        var end: Change
    }

    /// Seconds ahead of UTC; the text has the opposite sign.
    var offset: Int
    var daylightSaving: DaylightSaving?

    /// nil if the text is not such a rule.
    init?(_ text: some StringProtocol) {
        var parser = POSIXTimeZoneParser(text)
        guard let zone = parser.zone() else { return nil }
        self = zone
    }

    init(offset: Int, daylightSaving: DaylightSaving?) {
        self.offset = offset
        self.daylightSaving = daylightSaving
    }

    /// Seconds ahead of UTC at an instant, given in seconds since 1970 UTC.
    func offset(at instant: Int64) -> Int {
        guard let saving = daylightSaving else { return offset }
        let year = CivilDate(seconds: instant + Int64(offset)).year
        let start = saving.start.seconds(in: year) - Int64(offset)
        let end = saving.end.seconds(in: year) - Int64(saving.offset)
        // South of the equator, daylight saving time spans the turn of the year.
        let isSaving = start < end ? start <= instant && instant < end : !(end <= instant && instant < start)
        return isSaving ? saving.offset : offset
    }
}

extension POSIXTimeZone.Change {
    /// The change in a year, in local seconds since 1970.
    fileprivate func seconds(in year: Int) -> Int64 {
        Int64(CivilDate.firstDay(of: year) + dayOfYear(in: year)) * 86_400 + Int64(time)
    }

    /// Counted from 0.
    private func dayOfYear(in year: Int) -> Int {
        switch day {
        case .ordinal(let day): return day
        case .julian(let day): return CivilDate.isLeap(year) && day >= 60 ? day : day - 1
        case .weekday(let month, let week, let weekday):
            let monthStart = (1..<month).reduce(0) { $0 + CivilDate.days(in: $1, of: year) }
            // 1970-01-01 was a Thursday.
            let firstWeekday = (CivilDate.firstDay(of: year) + monthStart + 4) % 7
            let first = (weekday - (firstWeekday + 7) % 7 + 7) % 7
            var day = first + (week - 1) * 7
            if day >= CivilDate.days(in: month, of: year) { day -= 7 }
            return monthStart + day
        }
    }
}
