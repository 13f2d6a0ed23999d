import LoadMeasurement
import Testing

@Suite struct OpenArrivalsTests {
    @Test("The same seed gives the same arrivals, another seed others")
    func seeds() {
        let arrivals = OpenArrivals(rate: 10, end: .count(100), seed: 1)
        #expect(Array(arrivals) == Array(arrivals))
        #expect(Array(arrivals) != Array(OpenArrivals(rate: 10, end: .count(100), seed: 2)))
    }

    @Test("Arrivals come at the rate, in order, with exponential intervals")
    func rate() {
        let arrivals = Array(OpenArrivals(rate: 50, end: .after(.seconds(1000)), seed: 3))
        // 50,000 are expected, with a standard deviation of 224.
        #expect((49_000...51_000).contains(arrivals.count))
        let intervals = zip(arrivals.dropFirst(), arrivals).map { ($0 - $1) / .seconds(1) }
        #expect(intervals.allSatisfy { $0 >= 0 })
        // A share of 1 - 1/e of all exponential intervals is shorter than the average.
        let short = Double(intervals.filter { $0 < 0.02 }.count) / Double(intervals.count)
        #expect(abs(short - 0.632) < 0.01)
    }

    @Test("In the ramp the rate grows from 0 in a straight line")
    func ramp() {
        let arrivals = Array(
            OpenArrivals(rate: 100, rampUp: .seconds(100), end: .after(.seconds(200)), seed: 4))
        let quarters = (0..<4).map { quarter in
            arrivals.filter { Int($0 / .seconds(50)) == quarter }.count
        }
        for (found, expected) in zip(quarters, [1250, 3750, 5000, 5000]) { #expect(abs(found - expected) < 300) }
    }

    @Test("A count ends arrivals exactly, and a duration before it passes")
    func ends() throws {
        #expect(Array(OpenArrivals(rate: 1, end: .count(7), seed: 5)).count == 7)
        #expect(Array(OpenArrivals(rate: 1, end: .count(0), seed: 5)).isEmpty)
        let last = try #require(Array(OpenArrivals(rate: 1000, end: .after(.seconds(2)), seed: 5)).last)
        #expect(last < .seconds(2))
    }

    @Test("A rate near zero gives a late arrival, and no trap")
    func tiny() {
        #expect(Array(OpenArrivals(rate: 1e-300, end: .count(2), seed: 6)) == [.seconds(1e9), .seconds(1e9)])
        #expect(Array(OpenArrivals(rate: 1e-300, end: .after(.seconds(60)), seed: 6)).isEmpty)
    }
}
