// Programs that need what no machine has (the network, services, hardware): each is a copy of this one under its own name. It asks the host,
// which asks the model, and then says what it was told to say. The shell around it is real, so pipes, redirections and exit codes hold.
//
// The question is the file /run/dream/ask: the name, the folder, the line (see below) and the arguments, each ended by a zero byte. The answer
// is the file /run/dream/answer: a verb, a number, the lengths of standard output and standard error, a line feed, then both. Verbs: 'x' exits
// with the number; 'l' reads a line of standard input and asks again with it (a session on another machine, a database's prompt); 'r' runs the
// real program of that name, for what turns out to need nothing.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "/run/dream"
#define ASK FOLDER "/ask"
#define ANSWER FOLDER "/answer"
#define REAL "/usr/lib/dream/real/"

static void withdraw(int signal) {
  unlink(ASK);
  _exit(128 + signal);
}

static void run_real(const char *name, char **arguments) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, REAL "%s", name);
  execv(path, arguments);
  fprintf(stderr, "bash: %s: command not found\n", name);
  _exit(127);
}

/* Git alone is mostly real: only what talks to a remote is asked for. */
static int git_is_local(char **argument) {
  static const char *asks[] = {"clone", "fetch", "pull", "push", "ls-remote", "remote update", "remote show", "remote prune", "submodule add",
                               "submodule update", NULL};
  for (argument++; *argument && **argument == '-'; argument++)
    if ((!strcmp(*argument, "-C") || !strcmp(*argument, "-c")) && argument[1]) argument++;
  if (!*argument) return 1;
  for (const char **ask = asks; *ask; ask++) {
    size_t length = strlen(*argument);
    if (strncmp(*ask, *argument, length)) continue;
    if (!(*ask)[length] || ((*ask)[length] == ' ' && argument[1] && !strcmp(*ask + length + 1, argument[1]))) return 0;
  }
  return 1;
}

static void ask(const char *name, const char *line, char **arguments) {
  char folder[PATH_MAX];
  if (!getcwd(folder, sizeof folder)) strcpy(folder, "/");
  FILE *file = fopen(ASK ".new", "w");
  if (!file) {
    fprintf(stderr, "%s: %s\n", name, strerror(errno));
    _exit(1);
  }
  fprintf(file, "%s%c%s%c%s%c", name, 0, folder, 0, line, 0);
  for (char **argument = arguments + 1; *argument; argument++) fprintf(file, "%s%c", *argument, 0);
  fclose(file);
  rename(ASK ".new", ASK);
}

/* Whole as soon as it is as long as it says; until then it is being written. */
static char *answer(char *verb, int *number, size_t *out, size_t *err) {
  for (;;) {
    struct timespec pause = {.tv_nsec = 20000000};
    struct stat found;
    FILE *file = fopen(ANSWER, "r");
    int head = 0;
    if (file && fscanf(file, "%c %d %zu %zu%n", verb, number, out, err, &head) == 4 && fgetc(file) == '\n' &&
        !fstat(fileno(file), &found) && (size_t)found.st_size == head + 1 + *out + *err) {
      char *bytes = malloc(*out + *err + 1);
      if (fread(bytes, 1, *out + *err, file) == *out + *err) {
        fclose(file);
        unlink(ASK), unlink(ANSWER);
        return bytes;
      }
      free(bytes);
    }
    if (file) fclose(file);
    nanosleep(&pause, NULL);
  }
}

static void say(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t wrote = write(file, bytes, length);
    if (wrote <= 0) return;
    bytes += wrote, length -= wrote;
  }
}

int main(int count, char **arguments) {
  (void)count;
  const char *name = strrchr(arguments[0], '/') ? strrchr(arguments[0], '/') + 1 : arguments[0];
  if (!strcmp(name, "git") && git_is_local(arguments)) run_real(name, arguments);
  mkdir(FOLDER, 0777);
  // One question at a time, whoever else asks waits.
  int lock = open(FOLDER "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  while (flock(lock, LOCK_EX) && errno == EINTR);
  unlink(ANSWER);
  signal(SIGINT, withdraw), signal(SIGTERM, withdraw), signal(SIGHUP, withdraw), signal(SIGQUIT, withdraw);
  char line[4096] = "", verb;
  for (int number;;) {
    size_t out, err;
    ask(name, line, arguments);
    char *bytes = answer(&verb, &number, &out, &err);
    if (verb == 'r') run_real(name, arguments);
    say(1, bytes, out), say(2, bytes + out, err);
    free(bytes);
    if (verb != 'l') _exit(number);
    // Byte by byte: what follows the line is for whoever reads next.
    size_t length = 0;
    while (length < sizeof line - 1 && read(0, line + length, 1) == 1)
      if (line[length++] == '\n') break;
    if (!length) _exit(0);
    line[length] = 0;
  }
}
