/* Loaded before libfido2, lists the key at LISTED_KEY as the only one: stock programs that take no path look for USB
 * devices alone, and the tests have none. */
#include <stdlib.h>

#include <fido.h>

/* An entry of the list has to name functions, while programs open its path with those of libfido2. */
static void *
no_open(const char *path)
{
	(void)path;
	return NULL;
}

static void
no_close(void *handle)
{
	(void)handle;
}

static int
no_read(void *handle, unsigned char *buffer, size_t length, int milliseconds)
{
	(void)handle, (void)buffer, (void)length, (void)milliseconds;
	return -1;
}

static int
no_write(void *handle, const unsigned char *buffer, size_t length)
{
	(void)handle, (void)buffer, (void)length;
	return -1;
}

int
fido_dev_info_manifest(fido_dev_info_t *list, size_t capacity, size_t *found)
{
	static const fido_dev_io_t io = { no_open, no_close, no_read, no_write };
	const char *path = getenv("LISTED_KEY");

	*found = 0;
	if (path == NULL || capacity == 0)
		return FIDO_ERR_INVALID_ARGUMENT;
	*found = 1;
	return fido_dev_info_set(list, 0, path, "Toque", "security key", &io, NULL);
}
