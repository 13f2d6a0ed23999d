#pragma once
#define OPENSSL_SUPPRESS_DEPRECATED
#include <fido.h>
#include <fido/bio.h>
#include <fido/config.h>
#include <fido/credman.h>
#include <fido/es256.h>
#include <fido/es384.h>
#include <fido/eddsa.h>
#include <fido/rs256.h>

/* glibc declares dladdr and Dl_info under _GNU_SOURCE alone, which modules cannot define for each other. */
struct fido_shared_object {
    const char *file;
    void *base;
    const char *symbol;
    void *address;
};
extern int fido_shared_object_of(const void *address, struct fido_shared_object *object) __asm__("dladdr");
