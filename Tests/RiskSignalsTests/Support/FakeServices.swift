import Foundation

/// A private message bus with scripted GeoClue2 and ModemManager, which ends with the value.
final class FakeServices {
    /// Whether this machine has the programs that the script needs.
    static let areAvailable =
        FileManager.default.isExecutableFile(atPath: daemon)
        && (try? run(python, ["-c", "import dbus.service, dbus.mainloop.glib, gi.repository.GLib"])) == 0

    private static let daemon = "/usr/bin/dbus-daemon"
    private static let python = "/usr/bin/python3"

    let address: String
    private let folder: TemporaryFolder
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// - Parameter behavior: GeoClue's behavior: `found`, `denied` or `silent`.
    init(_ behavior: String) throws {
        folder = try TemporaryFolder()
        try folder.write("services.py", Self.script)
        address = "unix:path=\(folder.path)/bus"
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["\(folder.path)/services.py", Self.daemon, address, behavior]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard try next() == "ready" else { throw Failure(reason: "the services do not start") }
    }

    /// Ends the script on demand, and when the tests have ended.
    deinit {
        guard process.isRunning else { return }
        try? input.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
        process.waitUntilExit()
    }

    /// The next request that the services report.
    func next() throws -> String {
        var line: [UInt8] = []
        while true {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else {
                throw Failure(reason: "the services have ended")
            }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }

    private static func run(_ path: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    struct Failure: Error { let reason: String }

    private static let script = """
        import subprocess, sys
        import dbus, dbus.bus, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib

        DBusGMainLoop(set_as_default=True)
        program, address, behavior = sys.argv[1:]
        daemon = subprocess.Popen([program, "--session", "--nofork", "--print-address=1", "--address=" + address],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        daemon.stdout.readline()
        bus = dbus.bus.BusConnection(address)
        PROPERTIES = "org.freedesktop.DBus.Properties"


        class Denied(dbus.DBusException):
            _dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"


        class Object(dbus.service.Object):
            def __init__(self, path, **properties):
                super().__init__(bus, path)
                self.properties = properties

            @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
            def Get(self, interface, name):
                return self.properties[name]

            @dbus.service.method(PROPERTIES, in_signature="ssv")
            def Set(self, interface, name, value):
                self.properties[name] = value


        class Manager(Object):
            @dbus.service.method("org.freedesktop.GeoClue2.Manager", out_signature="o")
            def GetClient(self):
                return "/org/freedesktop/GeoClue2/Client/1"


        class Client(Object):
            interface = "org.freedesktop.GeoClue2.Client"

            @dbus.service.method(interface)
            def Start(self):
                asked = (self.properties.get("DesktopId"), self.properties.get("RequestedAccuracyLevel"))
                print("start", *asked, flush=True)
                if behavior == "denied":
                    raise Denied("no agent allows this: secret text")
                if behavior == "found":
                    GLib.timeout_add(20, self.found)

            def found(self):
                old, new = self.properties["Location"], dbus.ObjectPath("/org/freedesktop/GeoClue2/Location/1")
                self.properties["Location"] = new
                self.LocationUpdated(old, new)

            @dbus.service.signal(interface, signature="oo")
            def LocationUpdated(self, old, new):
                pass

            @dbus.service.method(interface)
            def Stop(self):
                print("stop", flush=True)


        class Modems(Object):
            @dbus.service.method("org.freedesktop.DBus.ObjectManager", out_signature="a{oa{sa{sv}}}")
            def GetManagedObjects(self):
                none = dbus.Dictionary(signature="sv")
                mm = "org.freedesktop.ModemManager1.Modem"
                return {
                    "/modem/0": {mm: {"Model": "fake", "Ports": dbus.Array(["a"])}, mm + ".Voice": none,
                                 mm + ".Location": none},
                    "/modem/1": {mm: none},
                }


        class Modem(Object):
            @dbus.service.method("org.freedesktop.ModemManager1.Modem.Voice", out_signature="ao")
            def ListCalls(self):
                return ["/call/0", "/call/1"]

            @dbus.service.method("org.freedesktop.ModemManager1.Modem.Location", out_signature="a{uv}")
            def GetLocation(self):
                raw = dbus.Dictionary({"utc-time": "120000"}, signature="sv")
                return {dbus.UInt32(2): raw, dbus.UInt32(1): "724,10,70F9,00010D0E,00A1B2"}


        path = "/org/freedesktop/GeoClue2/"
        objects = [
            Manager(path + "Manager"),
            Client(path + "Client/1", Location=dbus.ObjectPath("/")),
            Object(path + "Location/1", Latitude=-23.5505199, Longitude=-46.6333094, Accuracy=40.0,
                   Description="WiFi"),
            Modems("/org/freedesktop/ModemManager1"), Modem("/modem/0"),
            Object("/call/0", State=dbus.Int32(3)), Object("/call/1", State=dbus.Int32(4)),
        ]
        names = [dbus.service.BusName("org.freedesktop." + n, bus) for n in ("GeoClue2", "ModemManager1")]
        loop = GLib.MainLoop()
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, lambda *_: loop.quit())
        print("ready", flush=True)
        try:
            loop.run()
        finally:
            daemon.kill()
            daemon.wait()
        """
}
