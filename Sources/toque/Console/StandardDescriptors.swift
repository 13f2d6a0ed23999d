import Glibc

/// Descriptors 0, 1 and 2.
enum StandardDescriptors {
    /// Leads those that the caller closed (`>&-`) to /dev/null. Whatever is opened next would get their numbers, and a
    /// result would be written into a database or an event loop.
    static func fill() {
        // open(2) takes the lowest free number.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}
