/*
 * The floor of a durable save: the writes and flushes that it cannot do without. For each line of its
 * input, "STATE HISTORY" in bytes, it appends so much to a history and flushes it (0: no history), and
 * replaces a state of so many bytes: temporary file, write, flush, rename, flush of the folder.
 *
 *     save FOLDER        prints MICROSECONDS for each line
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void must(int good, const char *what) {
    if (good) return;
    perror(what);
    exit(1);
}

static void write_and_flush(const char *name, int flags, const char *data, size_t size) {
    int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);
    must(file >= 0, name);
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file, data + done, size - done);
        must(count > 0, "write");
        done += count;
    }
    must(fsync(file) == 0, "fsync");
    close(file);
}

static void flush_folder(void) {
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(folder >= 0 && fsync(folder) == 0, "the folder");
    close(folder);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    must(chdir(argv[1]) == 0, argv[1]);
    size_t state, history, room = 64 << 20;
    char *data = malloc(room);
    must(data != NULL, "malloc");
    memset(data, 'x', room);
    while (scanf("%zu %zu", &state, &history) == 2) {
        if (state > room || history > room) return 2;
        double started = now_us();
        if (history > 0) write_and_flush("floor.jsonl", O_APPEND, data, history);
        write_and_flush(".floor.tmp", O_EXCL, data, state);
        must(rename(".floor.tmp", "floor.json") == 0, "rename");
        flush_folder();
        printf("%.1f\n", now_us() - started);
        fflush(stdout);
    }
    return 0;
}
