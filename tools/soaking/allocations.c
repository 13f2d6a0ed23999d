/* Loaded into a program, writes five times a second how many bytes it has allocated: one line of 20 digits, in the file
 * that SOAK_ALLOCATIONS names. The kernel's count of its memory is larger, and grows with fragmentation. */
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *
tell(void *path)
{
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	char line[22];

	while (file >= 0) {
		struct mallinfo2 info = mallinfo2();

		snprintf(line, sizeof(line), "%020zu\n", info.uordblks + info.hblkhd);
		if (pwrite(file, line, 21, 0) != 21)
			break;
		usleep(200000);
	}
	return NULL;
}

__attribute__((constructor)) static void
begin(void)
{
	pthread_t thread;
	char *path = getenv("SOAK_ALLOCATIONS");

	if (path != NULL && pthread_create(&thread, NULL, tell, path) == 0)
		pthread_detach(thread);
}
