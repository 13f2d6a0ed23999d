import NIOCore

/// A request that waits for its answer.
struct PendingExchange {
    let message: ByteBuffer
    let server: FleetServer
    /// True for a new connection.
    let isFresh: Bool
    /// Gets one result.
    let continuation: UnsafeContinuation<Result<FleetAnswer, ExchangeError>, Never>

    func end(_ result: Result<FleetAnswer, ExchangeError>) { continuation.resume(returning: result) }
}

/// One request and its answer at a time on a connection. All of it happens on the connection's event loop.
final class ExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var exchange: PendingExchange?
    /// When the answer is too late.
    private var deadline = NIODeadline.distantFuture
    private var reader = AnswerReader()
    private var context: ChannelHandlerContext?
    private var isClosed = false
    /// Learns when the connection can carry another request, and when it has ended.
    weak var owner: Connections?

    /// False once the connection cannot carry another request.
    var isReusable: Bool { !isClosed && exchange == nil && reader.isKeptAlive && !reader.hasRest }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func begin(_ exchange: PendingExchange, within limit: TimeAmount) {
        guard let context, isReusable else { return exchange.end(.failure(.closed)) }
        self.exchange = exchange
        deadline = .now() + limit
        context.writeAndFlush(wrapOutboundOut(exchange.message), promise: nil)
    }

    /// Ends a request that has waited too long.
    func expire(at now: NIODeadline) {
        if exchange != nil, deadline <= now { fail(.timeout) }
    }

    /// Ends the connection, and the request that waits, because the fleet ends.
    func stop() { fail(.stopped) }

    /// True while a request waits for its answer.
    var isBusy: Bool { exchange != nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes without a request belongs to nobody.
        guard exchange != nil else { return fail(.closed) }
        reader.append(unwrapInboundIn(data))
        do throws(ExchangeError) {
            if let answer = try reader.next() { finish(answer) }
        } catch {
            fail(error)
        }
    }

    private func finish(_ answer: FleetAnswer) {
        guard let exchange else { return }
        self.exchange = nil
        if isReusable { owner?.release(self, exchange.server) } else { close() }
        exchange.end(.success(answer))
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let answer = reader.last() { finish(answer) }
        fail(.closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(ExchangeError(error)) }

    /// Ends the connection, whose rest nobody can understand.
    private func fail(_ error: ExchangeError) {
        let exchange = exchange
        self.exchange = nil
        close()
        exchange?.end(.failure(error))
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        owner?.remove(self)
        context?.close(promise: nil)
    }
}
