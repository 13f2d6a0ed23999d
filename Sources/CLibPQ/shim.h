#pragma once
/* libpq's types, declared here because the library is loaded only when a database is asked for:
   https://www.postgresql.org/docs/15/libpq.html */
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
