import NIOCore
import NIOHTTP1
import APIClient
import AsyncHTTPClient
import Testing

@Suite struct ConnectionFaultTests {
    @Test("A closed connection and an answer that is not HTTP are different errors")
    func interruptions() {
        #expect(ConnectionFault.isInterruption(ChannelError.ioOnClosedChannel))
        #expect(ConnectionFault.reason(ChannelError.ioOnClosedChannel) == "the connection was closed")
        #expect(!ConnectionFault.isInterruption(HTTPParserError.invalidConstant))
        #expect(!ConnectionFault.isSilence(HTTPClientError.remoteConnectionClosed))
        #expect(ConnectionFault.isSilence(HTTPClientError.deadlineExceeded))
        #expect(!ConnectionFault.isSilence(HTTPClientError.connectTimeout))
        #expect(ConnectionFault.reason(HTTPParserError.invalidConstant) == "the answer is not HTTP")
    }
}
