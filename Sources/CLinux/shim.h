#pragma once
#include <dlfcn.h>
#include <errno.h>
#include <linux/uhid.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

/// Functions of glibc that its module for Swift leaves out, as their headers declare them for _GNU_SOURCE.
int accept4(int descriptor, struct sockaddr *_Nullable address, socklen_t *_Nullable length, int flags);
int ppoll(
    struct pollfd *_Nonnull descriptors, nfds_t count, const struct timespec *_Nullable timeout,
    const sigset_t *_Nullable mask);
int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
int ptsname_r(int descriptor, char *_Nonnull buffer, size_t size);

// Events of /dev/uhid (Documentation/hid/uhid.rst of the kernel). The structs are packed, with arrays that Swift would
// see as tuples of 4096 members: here they are filled and read in place. Each buffer has toque_uhid_event_size bytes,
// and each writer returns how many of them are to be written; the kernel takes the rest for zeros.

static const size_t toque_uhid_event_size = sizeof(struct uhid_event);

/// UHID_CREATE2 of a USB device. Of the names what fits is taken; the descriptor has at most HID_MAX_DESCRIPTOR_SIZE
/// bytes.
static inline size_t toque_uhid_create(
    uint8_t *_Nonnull buffer, const char *_Nonnull name, const char *_Nonnull uniq, uint32_t vendor, uint32_t product,
    uint32_t version, const uint8_t *_Nonnull descriptor, uint16_t count) {
    struct uhid_event *event = (struct uhid_event *)buffer;
    struct uhid_create2_req *create = &event->u.create2;
    if (count > sizeof create->rd_data) count = sizeof create->rd_data;
    memset(event, 0, sizeof *event);
    event->type = UHID_CREATE2;
    strncpy((char *)create->name, name, sizeof create->name - 1);
    strncpy((char *)create->uniq, uniq, sizeof create->uniq - 1);
    create->bus = BUS_USB;
    create->vendor = vendor;
    create->product = product;
    create->version = version;
    create->rd_size = count;
    memcpy(create->rd_data, descriptor, count);
    return (size_t)(create->rd_data - buffer) + count;
}

/// UHID_DESTROY.
static inline size_t toque_uhid_destroy(uint8_t *_Nonnull buffer) {
    struct uhid_event *event = (struct uhid_event *)buffer;
    event->type = UHID_DESTROY;
    return sizeof event->type;
}

/// UHID_INPUT2: a report for those that have the device open, of at most UHID_DATA_MAX bytes.
static inline size_t toque_uhid_input(uint8_t *_Nonnull buffer, const uint8_t *_Nonnull report, uint16_t count) {
    struct uhid_event *event = (struct uhid_event *)buffer;
    struct uhid_input2_req *input = &event->u.input2;
    if (count > sizeof input->data) count = sizeof input->data;
    event->type = UHID_INPUT2;
    input->size = count;
    memcpy(input->data, report, count);
    return (size_t)(input->data - buffer) + count;
}

/// UHID_GET_REPORT_REPLY with an error number of errno.h.
static inline size_t toque_uhid_refuse_get_report(uint8_t *_Nonnull buffer, uint32_t id, uint16_t error) {
    struct uhid_event *event = (struct uhid_event *)buffer;
    struct uhid_get_report_reply_req *reply = &event->u.get_report_reply;
    event->type = UHID_GET_REPORT_REPLY;
    reply->id = id;
    reply->err = error;
    reply->size = 0;
    return (size_t)(reply->data - buffer);
}

/// UHID_SET_REPORT_REPLY with an error number of errno.h.
static inline size_t toque_uhid_refuse_set_report(uint8_t *_Nonnull buffer, uint32_t id, uint16_t error) {
    struct uhid_event *event = (struct uhid_event *)buffer;
    struct uhid_set_report_reply_req *reply = &event->u.set_report_reply;
    event->type = UHID_SET_REPORT_REPLY;
    reply->id = id;
    reply->err = error;
    return (size_t)((uint8_t *)(reply + 1) - buffer);
}

/// What matters of an event that the kernel has sent.
typedef struct toque_uhid_record {
    /// Of enum uhid_event_type.
    uint32_t type;
    /// Of UHID_GET_REPORT and UHID_SET_REPORT, for their replies; both have it in the same place.
    uint32_t id;
    /// The size of UHID_OUTPUT's data, of which no more is kept than there is room for.
    uint16_t count;
    uint8_t data[66];
} toque_uhid_record;

/// Takes all events that the kernel holds, as fast as that is possible: it drops what comes while 31 are waiting.
/// Returns how many were taken, which is less than the capacity where no more are there; -1 where none can be read and
/// errno is not EAGAIN.
static inline int toque_uhid_read(int descriptor, toque_uhid_record *_Nonnull records, int capacity) {
    struct uhid_event event;
    for (int taken = 0; taken < capacity; taken++) {
        ssize_t count;
        do count = read(descriptor, &event, sizeof event);
        while (count < 0 && errno == EINTR);
        if (count <= 0) return taken > 0 || (count < 0 && errno == EAGAIN) ? taken : -1;
        memset((uint8_t *)&event + count, 0, sizeof event - (size_t)count);
        toque_uhid_record *record = &records[taken];
        record->type = event.type;
        record->id = event.u.get_report.id;
        record->count = event.u.output.size;
        memcpy(record->data, event.u.output.data, sizeof record->data);
    }
    return capacity;
}

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
