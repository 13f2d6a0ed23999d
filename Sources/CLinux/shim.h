#pragma once
#include <dlfcn.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <systemd/sd-bus.h>

/// Functions of glibc that its module for Swift leaves out, as their headers declare them for _GNU_SOURCE.
int accept4(int descriptor, struct sockaddr *_Nullable address, socklen_t *_Nullable length, int flags);
int ppoll(
    struct pollfd *_Nonnull descriptors, nfds_t count, const struct timespec *_Nullable timeout,
    const sigset_t *_Nullable mask);
int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
int ptsname_r(int descriptor, char *_Nonnull buffer, size_t size);

/// The functions of sd-bus that are called, with the types of their header. They are looked up at run time, so that
/// a command that never speaks D-Bus never loads libsystemd, and a machine without it only lacks these signals.
typedef struct toque_sd_bus {
    __typeof__(sd_bus_new) *_Nonnull bus_new;
    __typeof__(sd_bus_set_address) *_Nonnull set_address;
    __typeof__(sd_bus_set_bus_client) *_Nonnull set_bus_client;
    __typeof__(sd_bus_set_method_call_timeout) *_Nonnull set_method_call_timeout;
    __typeof__(sd_bus_start) *_Nonnull start;
    __typeof__(sd_bus_flush_close_unref) *_Nonnull flush_close_unref;
    __typeof__(sd_bus_process) *_Nonnull process;
    __typeof__(sd_bus_wait) *_Nonnull wait;
    __typeof__(sd_bus_call) *_Nonnull call;
    __typeof__(sd_bus_get_property) *_Nonnull get_property;
    __typeof__(sd_bus_get_property_trivial) *_Nonnull get_property_trivial;
    __typeof__(sd_bus_error_free) *_Nonnull error_free;
    __typeof__(sd_bus_message_new_method_call) *_Nonnull new_method_call;
    __typeof__(sd_bus_message_unref) *_Nonnull message_unref;
    __typeof__(sd_bus_message_append_basic) *_Nonnull append_basic;
    __typeof__(sd_bus_message_open_container) *_Nonnull open_container;
    __typeof__(sd_bus_message_close_container) *_Nonnull close_container;
    __typeof__(sd_bus_message_read_basic) *_Nonnull read_basic;
    __typeof__(sd_bus_message_enter_container) *_Nonnull enter_container;
    __typeof__(sd_bus_message_exit_container) *_Nonnull exit_container;
    __typeof__(sd_bus_message_skip) *_Nonnull skip;
} toque_sd_bus;

/// The table out of libsystemd.so.0, which stays loaded; null where the library or one of the functions is missing.
/// The first call must have ended before another one begins.
static inline const toque_sd_bus *_Nullable toque_sd_bus_load(void) {
    static toque_sd_bus loaded;
    toque_sd_bus *table = &loaded;
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define TOQUE_LOAD(member, name) \
    if (!(table->member = (__typeof__(table->member))dlsym(library, #name))) return 0
    TOQUE_LOAD(bus_new, sd_bus_new);
    TOQUE_LOAD(set_address, sd_bus_set_address);
    TOQUE_LOAD(set_bus_client, sd_bus_set_bus_client);
    TOQUE_LOAD(set_method_call_timeout, sd_bus_set_method_call_timeout);
    TOQUE_LOAD(start, sd_bus_start);
    TOQUE_LOAD(flush_close_unref, sd_bus_flush_close_unref);
    TOQUE_LOAD(process, sd_bus_process);
    TOQUE_LOAD(wait, sd_bus_wait);
    TOQUE_LOAD(call, sd_bus_call);
    TOQUE_LOAD(get_property, sd_bus_get_property);
    TOQUE_LOAD(get_property_trivial, sd_bus_get_property_trivial);
    TOQUE_LOAD(error_free, sd_bus_error_free);
    TOQUE_LOAD(new_method_call, sd_bus_message_new_method_call);
    TOQUE_LOAD(message_unref, sd_bus_message_unref);
    TOQUE_LOAD(append_basic, sd_bus_message_append_basic);
    TOQUE_LOAD(open_container, sd_bus_message_open_container);
    TOQUE_LOAD(close_container, sd_bus_message_close_container);
    TOQUE_LOAD(read_basic, sd_bus_message_read_basic);
    TOQUE_LOAD(enter_container, sd_bus_message_enter_container);
    TOQUE_LOAD(exit_container, sd_bus_message_exit_container);
    TOQUE_LOAD(skip, sd_bus_message_skip);
#undef TOQUE_LOAD
    return table;
}
