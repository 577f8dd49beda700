/* A clock that stands still, for every program of a recorded session (loaded by /etc/ld.so.preload).

   What a program prints must follow from what was told before, so it is always the moment that the link /etc/clock names
   (seconds since 1970), and a file that was written since then seems to have been written at that moment.
   make is left alone: it compares the times of files that were written during the session. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t stands = 0;

__attribute__((constructor)) static void begin(void) {
  char text[32] = {0};
  if (strcmp(program_invocation_short_name, "make") == 0) return;
  if (readlink("/etc/clock", text, sizeof text - 1) > 0) stands = atoll(text);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && stands && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    now->tv_sec = stands;
    /* One more than a file of this moment, or ls takes the file for one from the future. */
    now->tv_nsec = 1;
  }
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

static void still(struct timespec *time) {
  if (stands && time->tv_sec >= stands) {
    time->tv_sec = stands;
    time->tv_nsec = 0;
  }
}

static int look(int folder, const char *path, struct stat *file, int flags) {
  int failed = syscall(SYS_newfstatat, folder, path, file, flags);
  if (!failed) {
    still(&file->st_mtim);
    still(&file->st_ctim);
    still(&file->st_atim);
  }
  return failed;
}

int fstatat(int folder, const char *restrict path, struct stat *restrict file, int flags) { return look(folder, path, file, flags); }
int stat(const char *restrict path, struct stat *restrict file) { return look(AT_FDCWD, path, file, 0); }
int lstat(const char *restrict path, struct stat *restrict file) { return look(AT_FDCWD, path, file, AT_SYMLINK_NOFOLLOW); }
int fstat(int open, struct stat *file) { return look(open, "", file, AT_EMPTY_PATH); }

/* The same structures by the names that programs with large files call. */
int fstatat64(int folder, const char *path, struct stat64 *file, int flags) { return look(folder, path, (struct stat *)file, flags); }
int stat64(const char *path, struct stat64 *file) { return look(AT_FDCWD, path, (struct stat *)file, 0); }
int lstat64(const char *path, struct stat64 *file) { return look(AT_FDCWD, path, (struct stat *)file, AT_SYMLINK_NOFOLLOW); }
int fstat64(int open, struct stat64 *file) { return look(open, "", (struct stat *)file, AT_EMPTY_PATH); }

int statx(int folder, const char *restrict path, int flags, unsigned int mask, struct statx *restrict file) {
  int failed = syscall(SYS_statx, folder, path, flags, mask, file);
  struct statx_timestamp *times[] = {&file->stx_mtime, &file->stx_ctime, &file->stx_atime, &file->stx_btime};
  for (int i = 0; !failed && stands && i < 4; i++)
    if (times[i]->tv_sec >= stands) {
      times[i]->tv_sec = stands;
      times[i]->tv_nsec = 0;
    }
  return failed;
}
