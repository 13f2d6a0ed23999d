import Testing

@testable import RiskSignals

@Suite struct DisplayTests {
    private func backlight(_ name: String, _ type: String, _ actual: Int, of maximum: Int) -> [String: MemoryTree.Entry]
    {
        let directory = "/sys/class/backlight/\(name)"
        return [
            "\(directory)/type": .file(Array("\(type)\n".utf8)),
            "\(directory)/actual_brightness": .file(Array("\(actual)\n".utf8)),
            "\(directory)/max_brightness": .file(Array("\(maximum)\n".utf8)),
        ]
    }

    @Test(
        "Brightness is scaled to 255 with halves rounded up",
        arguments: [(512, 1024, 128), (0, 1024, 0), (1024, 1024, 255), (1, 510, 1), (1, 511, 0), (3, 510, 2)])
    func halvesGoUp(actual: Int, maximum: Int, expected: Int32) throws {
        #expect(try device(backlight("b", "raw", actual, of: maximum)).signals().screenBrightness == expected)
    }

    @Test("A firmware backlight takes precedence over a platform one, and that over a raw one")
    func firmwareKnowsBest() throws {
        let files = backlight("a", "raw", 1, of: 255)
            .merging(backlight("b", "platform", 2, of: 255)) { $1 }
            .merging(backlight("c", "firmware", 3, of: 255)) { $1 }
        #expect(try device(files).signals().screenBrightness == 3)
        #expect(try device(files.filter { !$0.key.contains("/c/") }).signals().screenBrightness == 2)
    }

    @Test("A blanked display has brightness 0")
    func blankedDisplayIsDark() throws {
        let files = backlight("b", "raw", 255, of: 255).merging(["/sys/class/backlight/b/bl_power": "4\n"]) { $1 }
        #expect(try device(files).signals().screenBrightness == 0)
    }

    @Test("The requested brightness is used if the actual one is unknown")
    func requestedBrightnessWhereNoOtherIsKnown() throws {
        let files: [String: MemoryTree.Entry] = [
            "/sys/class/backlight/b/type": "raw\n", "/sys/class/backlight/b/brightness": "51\n",
            "/sys/class/backlight/b/max_brightness": "255\n",
        ]
        #expect(try device(files).signals().screenBrightness == 51)
    }

    private func connector(
        _ name: String, _ mode: String, status: String = "connected", enabled: String = "enabled"
    ) -> [String: MemoryTree.Entry] {
        let directory = "/sys/class/drm/\(name)"
        return [
            "\(directory)/status": .file(Array("\(status)\n".utf8)),
            "\(directory)/enabled": .file(Array("\(enabled)\n".utf8)),
            "\(directory)/modes": .file(Array("\(mode)\n640x480\n".utf8)),
        ]
    }

    @Test("The largest display in use gives the screen dimensions, unless a window does")
    func largestConnectedDisplay() throws {
        let files = connector("card0-eDP-1", "1920x1080")
            .merging(connector("card0-DP-1", "3840x2160i")) { $1 }
            .merging(connector("card0-DP-2", "7680x4320", status: "disconnected")) { $1 }
            .merging(connector("card0-DP-3", "7680x4320", enabled: "disabled")) { $1 }
            .merging(connector("card0-DP-4", "-1x99999999999")) { $1 }
        #expect(try device(files).signals().screenDimensions == ScreenDimensions(height: 2160, width: 3840))
        let window = ScreenDimensions(height: 600, width: 800)
        #expect(try device(files, window: window).signals().screenDimensions == window)
    }

    @Test("Without displays, the framebuffer or else a default gives the screen dimensions")
    func framebufferAndNothing() throws {
        let framebuffer = device(["/sys/class/graphics/fb0/virtual_size": "1920,1080\n"])
        #expect(try framebuffer.signals().screenDimensions == ScreenDimensions(height: 1080, width: 1920))
        var options = RiskSignalsCollector.Options()
        options.noScreen = ScreenDimensions(height: 1, width: 2)
        #expect(try device().signals().screenDimensions == ScreenDimensions(height: 0, width: 0))
        #expect(try device().signals(options: options).screenDimensions == options.noScreen)
    }
}
