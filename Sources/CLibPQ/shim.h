#pragma once
#include <dlfcn.h>
#include <stddef.h>

/* libpq's types and the functions in use, as in https://www.postgresql.org/docs/15/libpq.html. They are declared here
   and found with dlopen(3), because the library and the twenty that it needs are loaded only for a database that is
   asked for. The numbers are part of its ABI. */

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef unsigned int Oid;

typedef struct {
    char *_Nullable keyword;
    char *_Nullable envvar;
    char *_Nullable compiled;
    char *_Nullable val;
    char *_Nullable label;
    char *_Nullable dispchar;
    int dispsize;
} PQconninfoOption;

typedef void (*PQnoticeReceiver)(void *_Nullable argument, const PGresult *_Nullable notice);

/* ExecStatusType */
static const int PGRES_COMMAND_OK = 1;
static const int PGRES_TUPLES_OK = 2;
static const int PGRES_PIPELINE_SYNC = 10;
static const int PGRES_PIPELINE_ABORTED = 11;
/* ConnStatusType */
static const int CONNECTION_OK = 0;
/* PGpipelineStatus */
static const int PQ_PIPELINE_OFF = 0;

#define TOQUE_PQ_FUNCTIONS(X) \
    X(PGconn *_Nullable, PQconnectdbParams, (const char *_Nullable const *_Nonnull, const char *_Nullable const *_Nonnull, int)) \
    X(PQconninfoOption *_Nullable, PQconninfoParse, (const char *_Nonnull, char *_Nullable *_Nullable)) \
    X(void, PQconninfoFree, (PQconninfoOption *_Nonnull)) \
    X(int, PQstatus, (const PGconn *_Nonnull)) \
    X(int, PQsocket, (const PGconn *_Nonnull)) \
    X(char *_Nullable, PQerrorMessage, (const PGconn *_Nonnull)) \
    X(int, PQpipelineStatus, (const PGconn *_Nonnull)) \
    X(void, PQfinish, (PGconn *_Nonnull)) \
    X(PQnoticeReceiver _Nullable, PQsetNoticeReceiver, (PGconn *_Nonnull, PQnoticeReceiver _Nullable, void *_Nullable)) \
    X(PGresult *_Nullable, PQexec, (PGconn *_Nonnull, const char *_Nonnull)) \
    X(int, PQenterPipelineMode, (PGconn *_Nonnull)) \
    X(int, PQexitPipelineMode, (PGconn *_Nonnull)) \
    X(int, PQpipelineSync, (PGconn *_Nonnull)) \
    X(int, PQflush, (PGconn *_Nonnull)) \
    X(int, PQsendPrepare, (PGconn *_Nonnull, const char *_Nonnull, const char *_Nonnull, int, const Oid *_Nullable)) \
    X(int, PQsendQueryPrepared, (PGconn *_Nonnull, const char *_Nonnull, int, const char *_Nullable const *_Nullable, const int *_Nullable, const int *_Nullable, int)) \
    X(int, PQconsumeInput, (PGconn *_Nonnull)) \
    X(int, PQisBusy, (PGconn *_Nonnull)) \
    X(PGresult *_Nullable, PQgetResult, (PGconn *_Nonnull)) \
    X(int, PQresultStatus, (const PGresult *_Nonnull)) \
    X(char *_Nullable, PQresultErrorField, (const PGresult *_Nonnull, int)) \
    X(int, PQntuples, (const PGresult *_Nonnull)) \
    X(int, PQnfields, (const PGresult *_Nonnull)) \
    X(char *_Nullable, PQfname, (const PGresult *_Nonnull, int)) \
    X(Oid, PQftype, (const PGresult *_Nonnull, int)) \
    X(char *_Nonnull, PQgetvalue, (const PGresult *_Nonnull, int, int)) \
    X(int, PQgetlength, (const PGresult *_Nonnull, int, int)) \
    X(int, PQgetisnull, (const PGresult *_Nonnull, int, int)) \
    X(char *_Nonnull, PQcmdTuples, (PGresult *_Nonnull)) \
    X(char *_Nonnull, PQcmdStatus, (PGresult *_Nonnull)) \
    X(void, PQclear, (PGresult *_Nullable))

typedef struct {
#define TOQUE_PQ_FIELD(result, name, parameters) result (*_Nonnull name) parameters;
    TOQUE_PQ_FUNCTIONS(TOQUE_PQ_FIELD)
#undef TOQUE_PQ_FIELD
} ToquePQFunctions;

/* Fills the table. Returns the loader's message if the library or one of its functions is missing, else NULL. */
static inline const char *_Nullable toque_pq_load(const char *_Nonnull library, ToquePQFunctions *_Nonnull functions) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return dlerror();
#define TOQUE_PQ_FIND(result, name, parameters) \
    { \
        void *found = dlsym(handle, #name); \
        if (found == NULL) return dlerror(); \
        *(void **)(&functions->name) = found; \
    }
    TOQUE_PQ_FUNCTIONS(TOQUE_PQ_FIND)
#undef TOQUE_PQ_FIND
    return NULL;
}

static inline void toque_pq_ignore(void *_Nullable argument, const PGresult *_Nullable notice) {
    (void)argument;
    (void)notice;
}
