// Programs that need what no machine has (the network, services, hardware): each name in dreams.txt is a link to this one. It asks the host,
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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "/run/dream"
#define ASK FOLDER "/ask"
#define ANSWER FOLDER "/answer"
#define REAL "/usr/lib/dream/real/"

/* Ends by the signal itself: a shell stops its whole line only then. */
static void withdraw(int number) {
  unlink(ASK);
  signal(number, SIG_DFL);
  raise(number);
}

static void run_real(const char *name, char **arguments) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, REAL "%s", name);
  execv(path, arguments);
  fprintf(stderr, "bash: %s: command not found\n", name);
  _exit(127);
}

static int starts(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

static int is_one_of(const char *text, const char *const *list) {
  while (*list && strcmp(text, *list)) list++;
  return *list != NULL;
}

/* A URL, or user@host:path, or host.tld:path. */
static int is_remote(const char *text) {
  if (strstr(text, "://")) return !starts(text, "file://");
  size_t colon = strcspn(text, ":/");
  return text[colon] == ':' && (memchr(text, '@', colon) || memchr(text, '.', colon));
}

/* Whether a line that `file` gives has an address elsewhere. */
static int any_remote(FILE *file) {
  char line[PATH_MAX];
  int found = 0;
  while (file && fgets(line, sizeof line, file)) {
    char *value = strchr(line, ' ');
    if (value && is_remote(value + 1)) found = 1;
  }
  return found;
}

/* Git is asked for only where it would talk to another machine: a clone from there, or a repository whose remotes are there. */
static int git_is_local(char **arguments) {
  static const char *const talks[] = {"fetch", "pull", "push", "ls-remote", NULL};
  static const char *const remote[] = {"update", "show", "prune", NULL};
  static const char *const submodule[] = {"add", "update", NULL};
  char **verb = arguments + 1;
  for (; *verb && **verb == '-'; verb++)
    if ((!strcmp(*verb, "-C") || !strcmp(*verb, "-c")) && verb[1]) verb++;
  if (!*verb) return 1;
  const char *second = verb[1] ? verb[1] : "";
  int is_clone = !strcmp(*verb, "clone");
  if (!is_clone && !is_one_of(*verb, talks) && !(!strcmp(*verb, "remote") && is_one_of(second, remote)) &&
      !(!strcmp(*verb, "submodule") && is_one_of(second, submodule)))
    return 1;
  for (char **argument = verb + 1; *argument; argument++)
    if (**argument != '-' && is_remote(*argument)) return 0;
  if (is_clone) return 1;
  // The same options, but: what are the addresses of the remotes and the submodules?
  int out[2];
  if (pipe(out)) return 1;
  pid_t pid = fork();
  if (!pid) {
    *verb = NULL;
    char *options[4096] = {REAL "git"}, *path = strcmp(second, "add") && strcmp(second, "update") ? NULL : ".gitmodules";
    int count = 1;
    for (char **option = arguments + 1; *option && count < 4000; option++) options[count++] = *option;
    options[count++] = "config";
    if (path && !access(path, R_OK)) options[count++] = "-f", options[count++] = path;
    options[count++] = "--get-regexp", options[count++] = "\\.(url|pushurl)$";
    dup2(out[1], 1), dup2(open("/dev/null", O_WRONLY), 2);
    execv(*options, options);
    _exit(127);
  }
  close(out[1]);
  FILE *file = fdopen(out[0], "r");
  int found = any_remote(file);
  if (file) fclose(file);
  waitpid(pid, NULL, 0);
  return !found;
}

/* Clients of this machine's own servers are real. */
static int client_is_local(const char *name, char **argument) {
  static const char *const hosts[] = {"localhost", "127.", "0.0.0.0", "[::1]", "::1", NULL};
  int local = 0, is_nc = !strcmp(name, "nc");
  for (argument++; *argument; argument++) {
    if (is_nc && **argument == '-' && strchr(*argument, 'l')) return 1;
    const char *url = strstr(*argument, "://"), *host = url ? url + 3 : *argument;
    if (starts(*argument, "file://")) local = 1;
    else {
      int here = 0;
      for (const char *const *one = hosts; *one; one++)
        if (starts(host, *one) && (!strcmp(*one, "127.") || strchr(":/?", host[strlen(*one)]))) here = 1;
      if (here) local = 1;
      else if (url && url - *argument <= 5) return 0;
    }
  }
  return local;
}

/* Whether npx finds its program in the folder or above it, as after an installation. */
static int npx_is_local(char **argument) {
  char folder[PATH_MAX], path[PATH_MAX * 2];
  while (*++argument && **argument == '-');
  if (!*argument || !getcwd(folder, sizeof folder)) return 0;
  for (char *end = folder + strlen(folder); end; end = strrchr(folder, '/')) {
    *end = 0;
    snprintf(path, sizeof path, "%s/node_modules/.bin/%s", folder, *argument);
    if (!access(path, X_OK)) return 1;
  }
  return 0;
}

/* What `npm.py` does. A project is begun without a question there. */
static int npm_is_local(char **argument) {
  static const char *const here[] = {"run", "run-script", "rum", "urn", "test", "t", "tst", "start", "stop", "restart",
                                     "ls", "list", "pkg", "prefix", "root", NULL};
  static const char *const yes[] = {"-y", "--yes", NULL};
  while (*++argument && **argument == '-');
  if (!*argument) return 0;
  if (is_one_of(*argument, here)) return 1;
  if (strcmp(*argument, "init")) return 0;
  int sure = 0;
  while (*++argument) {
    if (**argument != '-') return 0;
    sure |= is_one_of(*argument, yes);
  }
  return sure;
}

/* pip as well. That of a virtual environment names its Python first, and is always asked for: the real one would start itself again. */
static int pip_is_local(char **argument) {
  static const char *const here[] = {"cache", "completion", "config", "debug", "hash", "help", "inspect", "--help", "--version", NULL};
  if (!*++argument || is_one_of(*argument, here)) return 1;
  while (argument[1]) argument++;
  return !strcmp(*argument, "--help");
}

static int is_local(const char *name, char **arguments) {
  static const char *const clients[] = {"curl", "wget", "nc", "ping", "ssh", NULL};
  static const char *const about[] = {"-V", "-v", "--version", "-h", "--help", NULL};
  char path[PATH_MAX];
  snprintf(path, sizeof path, REAL "%s", name);
  if (access(path, X_OK)) return 0;
  // A program that is only asked about itself.
  if (!strcmp(name, "npm")) return npm_is_local(arguments) || (arguments[1] && !arguments[2] && (!strcmp(arguments[1], "-v") || !strcmp(arguments[1], "--version")));
  if (!arguments[1] || (!arguments[2] && is_one_of(arguments[1], about))) return 1;
  if (!strcmp(name, "git")) return git_is_local(arguments);
  if (!strcmp(name, "pip") || !strcmp(name, "pip3")) return pip_is_local(arguments);
  if (!strcmp(name, "npx")) return npx_is_local(arguments);
  return is_one_of(name, clients) && client_is_local(name, arguments);
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
  if (is_local(name, arguments)) run_real(name, arguments);
  mode_t mask = umask(0);
  mkdir(FOLDER, 0777);
  // One question at a time, whoever else asks waits.
  int lock = open(FOLDER "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  umask(mask);
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
