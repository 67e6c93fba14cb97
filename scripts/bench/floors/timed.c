/*
 * Runs a program once, its output thrown away, and prints how long that took and the memory it had at
 * its peak.
 *
 *     timed PROGRAM [ARG...]        prints "MICROSECONDS KIBIBYTES"
 *
 * A program of its own, because a child begins with the peak of the one that starts it: this one is
 * small.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    double started = now_us();
    pid_t child = vfork();
    if (child < 0) return perror("vfork"), 1;
    if (child == 0) {
#ifdef __linux__
        /* Who stops the benchmark wants no program left behind. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        int nothing = open("/dev/null", O_RDWR);
        if (nothing < 0) _exit(126);
        dup2(nothing, 0);
        dup2(nothing, 1);
        execv(argv[1], argv + 1);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (wait4(child, &status, 0, &used) < 0) return perror("wait4"), 1;
    double took = now_us() - started;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return fprintf(stderr, "%s failed\n", argv[1]), 1;
    long peak = used.ru_maxrss;
#ifdef __APPLE__
    peak /= 1024;
#endif
    printf("%.1f %ld\n", took, peak);
    return 0;
}
