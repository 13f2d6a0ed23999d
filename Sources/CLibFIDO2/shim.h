#pragma once
#define OPENSSL_SUPPRESS_DEPRECATED
#include <fido.h>
#include <fido/credman.h>
#include <fido/es256.h>
#include <fido/es384.h>
#include <fido/eddsa.h>
#include <fido/rs256.h>
