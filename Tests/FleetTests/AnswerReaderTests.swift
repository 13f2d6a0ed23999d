import NIOCore
import Testing

@testable import Fleet

/// Reading of answers as servers send them, in pieces of any size.
@Suite struct AnswerReaderTests {
    private static func answers(to pieces: [String], endsConnection: Bool = false) throws -> [FleetAnswer] {
        var (reader, answers) = (AnswerReader(), [FleetAnswer]())
        for piece in pieces {
            reader.append(ByteBuffer(string: piece))
            while let answer = try reader.next() { answers.append(answer) }
        }
        if endsConnection, let answer = reader.last() { answers.append(answer) }
        return answers
    }

    private static let whole = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Id:  a b \r\n\r\nhello",
        "HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: 1\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
    ]

    @Test("Answers are the same in one piece, byte by byte and one after the other")
    func pieces() throws {
        for text in Self.whole {
            let whole = try Self.answers(to: [text])
            #expect(whole.count == 1)
            #expect(try Self.answers(to: text.map(String.init)) == whole)
            #expect(whole[0].status == 204 || String(decoding: whole[0].body, as: UTF8.self) == "hello")
        }
        #expect(try Self.answers(to: [Self.whole.joined()]).map(\.status) == [200, 201, 202, 204, 200])
    }

    @Test("Fields are found by names in any case, without the space around their values")
    func fields() throws {
        let answer = try #require(try Self.answers(to: [Self.whole[0]]).first)
        #expect(answer.header("x-ID") == "a b")
        #expect(answer.header("X-I") == nil)
    }

    @Test("A body without a length ends with the connection, which then carries no other request")
    func rest() throws {
        var reader = AnswerReader()
        reader.append(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\nhel"))
        #expect(try reader.next() == nil)
        reader.append(ByteBuffer(string: "lo"))
        #expect(try reader.next() == nil)
        #expect(reader.last()?.body == Array("hello".utf8))
        #expect(!reader.isKeptAlive)
    }

    @Test(
        "A connection is kept unless the answer or its version says otherwise",
        arguments: [
            ("HTTP/1.1 204 No Content\r\n\r\n", true), ("HTTP/1.1 204 No\r\nConnection: x, Close\r\n\r\n", false),
            ("HTTP/1.0 204 No Content\r\n\r\n", false), ("HTTP/1.0 204 No\r\nConnection: keep-alive\r\n\r\n", true),
        ])
    func keepAlive(_ text: String, isKept: Bool) throws {
        var reader = AnswerReader()
        reader.append(ByteBuffer(string: text))
        #expect(try reader.next()?.status == 204)
        #expect(reader.isKeptAlive == isKept)
    }

    @Test(
        "What is not HTTP/1 is an error",
        arguments: [
            "SSH-2.0-x\r\n", "HTTP/2 200 OK\r\n", "HTTP/1.1 2x0 OK\r\n", "HTTP/1.1 101 Switching\r\n",
            "HTTP/1.1 200 OK\r\nno field\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        ])
    func invalid(_ text: String) {
        #expect(throws: ExchangeError.unreadable) { try Self.answers(to: [text]) }
    }

    @Test("A line without an end and a body beyond the limit are not kept")
    func limits() {
        let line = String(repeating: "a", count: 70_000)
        #expect(throws: ExchangeError.unreadable) { try Self.answers(to: [line]) }
        let lines = "HTTP/1.1 200 OK\r\n" + String(repeating: "A: \(line.prefix(1000))\r\n", count: 70)
        #expect(throws: ExchangeError.unreadable) { try Self.answers(to: [lines]) }
        let length = FleetAnswer.bodyLimit + 1
        for head in ["Content-Length: \(length)\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n800000\r\n"] {
            #expect(throws: ExchangeError.tooLarge) { try Self.answers(to: ["HTTP/1.1 200 OK\r\n\(head)"]) }
        }
        let body = String(repeating: "a", count: length)
        #expect(throws: ExchangeError.tooLarge) { try Self.answers(to: ["HTTP/1.1 200 OK\r\n\r\n\(body)"]) }
    }
}
