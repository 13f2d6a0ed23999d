"""A client that is killed, or loses its connection, during a request."""

import http.client
import http.server
import subprocess
import threading
import urllib.parse


class Proxy(http.server.ThreadingHTTPServer):
    """Hands requests on to a server, until the one at whose moment the client dies or its connection breaks: each
    request has two of them, before the server has it and before the client has the answer."""

    daemon_threads = True

    def __init__(self, server_url):
        super().__init__(("127.0.0.1", 0), Handler)
        self.upstream = urllib.parse.urlsplit(server_url).netloc
        self.client = None
        self.moments = 0
        self.fatal = None
        self.kills = True

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def is_fatal(self):
        """Returns whether the request stops here."""
        self.moments += 1
        if self.moments != self.fatal:
            return False
        if self.kills:
            self.client.kill()
            self.client.wait()
        return True

    def run(self, toque, arguments, fatal=None, kills=True):
        """Runs a command that has this proxy as its server. At a moment counted from 1 the proxy kills it, or breaks
        its connection alone. Returns the ended process with what it printed; a killed one has the return code -9."""
        self.moments, self.fatal, self.kills = 0, fatal, kills
        with subprocess.Popen(
            [toque.path, *map(str, arguments)],
            env=toque.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as self.client:
            output, errors = self.client.communicate(timeout=60)
        return subprocess.CompletedProcess(self.client.args, self.client.returncode, output, errors)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Sends head and body in one packet, without waiting for an acknowledgment.
    wbufsize = -1

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.is_fatal():
            self.close_connection = True
            return
        connection = http.client.HTTPConnection(self.server.upstream, timeout=30)
        connection.request(self.command, self.path, body, dict(self.headers))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if self.server.is_fatal():
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("content-length", "connection", "date", "server", "transfer-encoding"):
                self.send_header(name, value)
        if answer.status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PATCH = handle_request

    def log_message(self, *_):
        pass
