import Testing

@testable import toque

@Suite struct RequestCountTests {
    private func judge(_ found: Int, _ count: RequestCount, complete: Bool = true) -> RequestCount.Verdict {
        count.judge(found, isComplete: complete)
    }

    @Test("An exact count is met by exactly that many requests")
    func aNumberIsMetExactly() {
        let once = RequestCount(exactly: 1, atLeast: nil, atMost: nil)
        #expect([0, 1, 2].map { judge($0, once) } == [.failed, .met, .failed])
        #expect(once.description == "1")
    }

    @Test("A count with bounds is met by each number within them")
    func bounds() {
        let some = RequestCount(exactly: nil, atLeast: 2, atMost: 3)
        #expect([1, 2, 3, 4].map { judge($0, some) } == [.failed, .met, .met, .failed])
        #expect(some.description == "2 to 3")
        let few = RequestCount(exactly: nil, atLeast: nil, atMost: 1)
        #expect([0, 1, 2].map { judge($0, few) } == [.met, .met, .failed])
        #expect(few.description == "1 or fewer")
        #expect(RequestCount(exactly: 0, atLeast: nil, atMost: nil).description == "0")
    }

    @Test("Without a count, one request is enough")
    func withoutANumberOneIsEnough() {
        let any = RequestCount(exactly: nil, atLeast: nil, atMost: nil)
        #expect([0, 1, 9].map { judge($0, any) } == [.failed, .met, .met])
        #expect(any.description == "1 or more")
    }

    @Test("A verdict is unknown if requests dropped from the journal could change it")
    func whatWasDroppedIsNotTakenForAbsent() {
        let once = RequestCount(exactly: 1, atLeast: nil, atMost: nil)
        #expect([0, 1, 2].map { judge($0, once, complete: false) } == [.unknown, .unknown, .failed])
        let many = RequestCount(exactly: nil, atLeast: 2, atMost: nil)
        #expect([1, 2].map { judge($0, many, complete: false) } == [.unknown, .met])
    }
}
