// The guest's first process: makes the root file system writable in memory, keeps a shell on the console, and serves the host.
//
// The host asks through an I/O port, not through a device that a program could mistake for the world's: it rings on the second serial
// line, the request is read from the port, its answer written to it. Requests: 'x' (a script for /bin/sh), 'w' (a file), 'r' (a file).
// Numbers are 32 bits, little endian.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define PORT 0x7c0 // read: the next word of the request; write: the next word of the answer
#define DONE 0x7c4 // write: the answer is whole
#define MOST (16 << 20)

static void make_root(void) {
  mount("tmpfs", "/mnt", "tmpfs", 0, "size=90%");
  mkdir("/mnt/upper", 0755), mkdir("/mnt/work", 0755), mkdir("/mnt/root", 0755);
  mount("overlay", "/mnt/root", "overlay", 0, "lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work");
  mount("/dev", "/mnt/root/dev", NULL, MS_MOVE, NULL);
  if (chdir("/mnt/root") || mount(".", "/", NULL, MS_MOVE, NULL) || chroot(".") || chdir("/")) _exit(1);
  mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  mount("sysfs", "/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  mount("tmpfs", "/run", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755");
  mkdir("/dev/pts", 0755), mkdir("/dev/shm", 01777);
  mount("devpts", "/dev/pts", "devpts", 0, "gid=5,mode=620");
  mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, NULL);
  (void)!symlink("/proc/self/fd", "/dev/fd");
  (void)!symlink("fd/0", "/dev/stdin");
  (void)!symlink("fd/1", "/dev/stdout");
  (void)!symlink("fd/2", "/dev/stderr");
}

/* What is written to the disk itself would go nowhere: it is refused instead. */
static void protect_disk(void) {
  int disk = open("/dev/sda", O_RDONLY | O_CLOEXEC), yes = 1;
  ioctl(disk, BLKROSET, &yes);
  close(disk);
}

static void set_names(void) {
  char name[65] = "box";
  int file = open("/etc/hostname", O_RDONLY);
  ssize_t length = read(file, name, 64);
  if (length > 0) name[strcspn(name, "\n")] = 0;
  sethostname(name, strlen(name));
  close(file);
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  int net = socket(AF_INET, SOCK_DGRAM, 0);
  ioctl(net, SIOCSIFFLAGS, &request);
  close(net);
}

static void let_signals_in(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGCHLD, SIG_DFL);
}

/* The shell and all it starts live in a process namespace of their own, as in a container: the kernel's threads and this process do not show. */
static pid_t start_shell(void) {
  pid_t pid = syscall(SYS_clone, CLONE_NEWPID | CLONE_NEWNS | SIGCHLD, NULL, NULL, NULL, NULL);
  if (pid) return pid;
  mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  setsid();
  int tty = open("/dev/ttyS0", O_RDWR);
  ioctl(tty, TIOCSCTTY, 1);
  struct termios mode;
  tcgetattr(tty, &mode);
  mode.c_iflag = ICRNL | IXON | IUTF8, mode.c_oflag = OPOST | ONLCR;
  mode.c_lflag = ISIG | ICANON | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE | IEXTEN;
  tcsetattr(tty, TCSANOW, &mode);
  struct winsize size = {.ws_row = 40, .ws_col = 160};
  ioctl(tty, TIOCSWINSZ, &size);
  for (int i = 0; i < 3; i++) dup2(tty, i);
  if (tty > 2) close(tty);
  let_signals_in();
  (void)!chdir("/root");
  char *environment[] = {"HOME=/root", "TERM=xterm-256color", "LANG=C.UTF-8", "USER=root", "LOGNAME=root", "SHELL=/bin/bash",
                         "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", NULL};
  execle("/bin/bash", "bash", "--rcfile", "/etc/machine.bashrc", (char *)NULL, environment);
  _exit(127);
}

static void put(uint32_t word) { outl(word, PORT); }

static void put_bytes(const char *bytes, uint32_t length) {
  put(length);
  outsl(PORT, bytes, length / 4);
  uint32_t last = 0;
  memcpy(&last, bytes + (length & ~3u), length & 3);
  if (length & 3) put(last);
}

/* A number of bytes, then the bytes, filled up to whole words. One zero byte follows. */
static char *get_bytes(uint32_t *length) {
  *length = inl(PORT);
  if (*length > MOST) *length = 0;
  char *bytes = malloc(*length + 8);
  insl(PORT, bytes, (*length + 3) / 4);
  bytes[*length] = 0;
  return bytes;
}

static char *read_all(int file, uint32_t *length) {
  uint32_t room = 1 << 16;
  char *bytes = malloc(room);
  *length = 0;
  for (ssize_t got; *length < MOST; *length += got) {
    if (*length == room) bytes = realloc(bytes, room *= 2);
    got = read(file, bytes + *length, room - *length);
    if (got < 0 && errno == EINTR) got = 0;
    else if (got <= 0) break;
  }
  return bytes;
}

static void make_parents(char *path) {
  for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) *slash = 0, mkdir(path, 0755), *slash = '/';
}

static int write_file(char *path, int mode, const char *bytes, uint32_t length) {
  make_parents(path);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
  if (file < 0) return errno;
  for (uint32_t done = 0; done < length;) {
    ssize_t wrote = write(file, bytes + done, length - done);
    if (wrote <= 0) { close(file); return errno; }
    done += wrote;
  }
  fchmod(file, mode);
  close(file);
  return 0;
}

static void run_script(const char *script) {
  int out[2];
  if (pipe2(out, O_CLOEXEC)) { put(255), put(0); return; }
  pid_t pid = fork();
  if (!pid) {
    setsid();
    dup2(open("/dev/null", O_RDONLY), 0), dup2(out[1], 1), dup2(out[1], 2);
    let_signals_in();
    char *environment[] = {"HOME=/root", "LANG=C.UTF-8", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", NULL};
    execle("/bin/sh", "sh", "-c", script, (char *)NULL, environment);
    _exit(127);
  }
  close(out[1]);
  uint32_t length;
  char *text = read_all(out[0], &length);
  close(out[0]);
  int status = 255 << 8;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR);
  put(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  put_bytes(text, length);
  free(text);
}

static void serve_host(void) {
  uint32_t verb = inl(PORT), length, path_length;
  char *path = get_bytes(&path_length);
  if (verb == 'x') run_script(path);
  else if (verb == 'w') {
    uint32_t mode = inl(PORT);
    char *bytes = get_bytes(&length);
    put(write_file(path, mode, bytes, length)), put(0);
    free(bytes);
  } else {
    int file = open(path, O_RDONLY | O_NONBLOCK);
    char *bytes = file < 0 ? NULL : read_all(file, &length);
    put(file < 0 ? errno : 0), file < 0 ? put(0) : put_bytes(bytes, length);
    free(bytes), close(file);
  }
  free(path);
  outl(0, DONE);
}

static void woken(int signal) { (void)signal; }

int main(void) {
  make_root();
  protect_disk();
  set_names();
  struct sigaction action = {.sa_handler = woken};
  sigaction(SIGCHLD, &action, NULL);
  sigset_t waiting, working;
  sigprocmask(SIG_BLOCK, NULL, &waiting);
  sigemptyset(&working), sigaddset(&working, SIGCHLD);
  sigprocmask(SIG_BLOCK, &working, NULL);
  ioperm(PORT, 8, 1);
  int bell = open("/dev/ttyS1", O_RDWR | O_NOCTTY);
  struct termios mode;
  tcgetattr(bell, &mode);
  cfmakeraw(&mode);
  tcsetattr(bell, TCSANOW, &mode);
  pid_t shell = start_shell();
  for (struct pollfd ready = {.fd = bell, .events = POLLIN};;) {
    // Children's ends are let in only while waiting, so that none comes between the look and the wait.
    char ring;
    if (ppoll(&ready, 1, NULL, &waiting) == 1 && read(bell, &ring, 1) == 1) serve_host();
    for (pid_t pid; (pid = waitpid(-1, NULL, WNOHANG)) > 0;)
      if (pid == shell) shell = start_shell();
  }
}
