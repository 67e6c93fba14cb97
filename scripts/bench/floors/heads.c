/*
 * The floor of a listing: opens every file of a folder, in the order of the names it gets, and reads
 * the first 4 KiB.
 *
 *     heads FOLDER        prints "MICROSECONDS FILES"
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    static char head[4096];
    long files = 0;
    double started = now_us();
    DIR *folder = opendir(argv[1]);
    if (folder == NULL) return perror(argv[1]), 1;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        int file = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC);
        if (file < 0 || read(file, head, sizeof head) < 0) return perror(entry->d_name), 1;
        close(file);
        files++;
    }
    closedir(folder);
    printf("%.1f %ld\n", now_us() - started, files);
    return 0;
}
