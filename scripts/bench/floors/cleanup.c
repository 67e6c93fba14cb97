/*
 * The floor of a cleanup: for every session of a folder, one after another, the calls that removing it
 * durably takes. Its head is read; its files are measured; its lock is taken and its head read again; its
 * state is renamed, its history unlinked, then the rest, with a flush of the folder after each of these
 * three.
 *
 *     cleanup FOLDER                  prints "MICROSECONDS SESSIONS"
 *     cleanup FOLDER without-flush    the same without any flush
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ID = 22 };

static int flushes = 1;

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

static void flush_folder(void) {
    if (!flushes) return;
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(folder >= 0 && fsync(folder) == 0, "the folder");
    close(folder);
}

static void read_head(const char *name) {
    static char head[1024];
    int file = open(name, O_RDONLY | O_CLOEXEC);
    must(file >= 0 && read(file, head, sizeof head) >= 0, name);
    close(file);
}

static void measure(const char *name) {
    struct stat info;
    must(lstat(name, &info) == 0, name);
}

static int take_lock(const char *name) {
    static const char holder[] = "{\"host\":\"unknown\",\"pid\":1,\"since\":\"2026-02-23T14:30:22.000Z\"}\n";
    struct stat info;
    measure(name);
    int lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    must(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &info) == 0, name);
    measure(name);
    must(ftruncate(lock, 0) == 0 && write(lock, holder, sizeof holder - 1) > 0, name);
    return lock;
}

static void remove_session(const char *id) {
    char state[ID + 8], history[ID + 8], lock[ID + 8], removed[ID + 16];
    snprintf(state, sizeof state, "%.22s.json", id);
    snprintf(history, sizeof history, "%.22s.jsonl", id);
    snprintf(lock, sizeof lock, "%.22s.lock", id);
    snprintf(removed, sizeof removed, ".%.22s.removed", id);
    int held = take_lock(lock);
    read_head(state);
    must(rename(state, removed) == 0, state);
    flush_folder();
    must(unlink(history) == 0, history);
    flush_folder();
    must(unlink(removed) == 0, removed);
    must(unlink(lock) == 0, lock);
    flush_folder();
    close(held);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    flushes = argc < 3;
    must(chdir(argv[1]) == 0, argv[1]);
    double started = now_us();
    size_t count = 0, room = 1 << 10;
    char(*ids)[ID + 1] = malloc(room * sizeof *ids);
    DIR *folder = opendir(".");
    must(folder != NULL && ids != NULL, argv[1]);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strlen(entry->d_name) != ID + 5 || strcmp(entry->d_name + ID, ".json") != 0) continue;
        if (count == room) {
            room *= 2;
            ids = realloc(ids, room * sizeof *ids);
            must(ids != NULL, "realloc");
        }
        memcpy(ids[count], entry->d_name, ID);
        ids[count++][ID] = '\0';
    }
    closedir(folder);
    for (size_t n = 0; n < count; n++) {
        char name[ID + 8];
        snprintf(name, sizeof name, "%s.json", ids[n]);
        read_head(name);
        measure(name);
        snprintf(name, sizeof name, "%s.jsonl", ids[n]);
        measure(name);
        snprintf(name, sizeof name, "%s.lock", ids[n]);
        measure(name);
    }
    for (size_t n = 0; n < count; n++) remove_session(ids[n]);
    printf("%.1f %zu\n", now_us() - started, count);
    return 0;
}
