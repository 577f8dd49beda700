// Loaded into a node that starts (`main.cjs`): writes it to a file when it is ready, and takes up the thread where `start.c` has put it into another
// process. The file is of this machine and this start only: all of its addresses are those of that node.
#define _GNU_SOURCE
#include "kept.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define STACK (8 << 20)
#define FEW 4
// Where the C library keeps a thread's number.
#define THREAD_NUMBER 0x68

extern char **environ;
extern void *__curbrk;

/* Of node's interfaces, what is needed here. */
typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef napi_value (*napi_callback)(napi_env, void *);
int napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
int napi_create_array(napi_env, napi_value *);
int napi_create_string_utf8(napi_env, const char *, size_t, napi_value *);
int napi_set_element(napi_env, napi_value, unsigned, napi_value);
void *uv_default_loop(void);
int uv_loop_fork(void *);
int uv_tty_reset_mode(void);
unsigned long long uv_hrtime(void);

struct open { int fd, number, bytes; char kind; };

static jmp_buf here;
static struct given *given;
static struct kept kept;
static struct sigaction actions[65];
static struct open opened[64];
static int opened_count;
static struct { unsigned start, end; } relocated[MOST_PATHS];
static int relocated_count;

/* Node's stack lies apart from that of the process, which stays the new process's own. */
static struct { int argc; char **argv; int (*start)(int, char **); int result; } on_stack;
static void *own_stack;
static void start_there(void) { on_stack.result = on_stack.start(on_stack.argc, on_stack.argv); }

__attribute__((visibility("default"))) int _ZN4node5StartEiPPc(int argc, char **argv) {
  on_stack.start = (int (*)(int, char **))dlsym(RTLD_NEXT, "_ZN4node5StartEiPPc");
  unsetenv("LD_PRELOAD");
  if (strcmp(argv[argc - 1], SCRIPT)) return on_stack.start(argc, argv);
  char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED) return on_stack.start(argc, argv);
  // The arguments as well: the process's title is read there.
  char *top = stack + STACK - PAGE, *text = top;
  static char *copied[16];
  for (int i = 0; i < argc && i < 15; text += strlen(text) + 1, i++) copied[i] = strcpy(text, argv[i]);
  on_stack.argc = argc, on_stack.argv = copied;
  for (int fd; (fd = open("/dev/null", O_RDWR)) < FIRST_FD - 1 && fd >= 0;);
  __asm__ volatile("mov %%esp, %0; mov %1, %%esp; call *%2; mov %0, %%esp"
                   : "=m"(own_stack)
                   : "r"(top - 64), "r"(start_there)
                   : "eax", "ecx", "edx", "memory");
  return on_stack.result;
}

static void end(int code) {
  fflush(NULL);
  uv_tty_reset_mode();
  _exit(code);
}

/* The end of a process into which node was put: what node would put in order then, threads above all, is not its own. */
struct maybe { char is; int value; };
__attribute__((visibility("default"))) struct maybe _ZN4node13SpinEventLoopEPNS_11EnvironmentE(void *env) {
  struct maybe (*spin)(void *) = (struct maybe (*)(void *))dlsym(RTLD_NEXT, "_ZN4node13SpinEventLoopEPNS_11EnvironmentE");
  struct maybe code = spin(env);
  if (given && getpid() == syscall(SYS_gettid)) end(code.is ? code.value : 1);
  return code;
}
__attribute__((visibility("default"))) void _ZN4node25DefaultProcessExitHandlerEPNS_11EnvironmentEi(void *env, int code) {
  if (given) end(code);
  void (*usual)(void *, int) = (void (*)(void *, int))dlsym(RTLD_NEXT, "_ZN4node25DefaultProcessExitHandlerEPNS_11EnvironmentEi");
  usual(env, code);
}

#define POST_TASK "_ZN4node23WorkerThreadsTaskRunner8PostTaskESt10unique_ptrIN2v84TaskESt14default_deleteIS3_EE"
/* What V8 gives to other threads, where a program begins workers: each such task has a thread of its own, since those that node starts with are not
   in a copy. A task is an object with the functions: end, end and free, run. */
static void *run_task(void *task) {
  void (**functions)(void *) = *(void (***)(void *))task;
  functions[2](task);
  functions[1](task);
  return NULL;
}
__attribute__((visibility("default"))) void
_ZN4node23WorkerThreadsTaskRunner8PostTaskESt10unique_ptrIN2v84TaskESt14default_deleteIS3_EE(void *runner, void **task) {
  void (*usual)(void *, void **) = (void (*)(void *, void **))dlsym(RTLD_NEXT, POST_TASK);
  if (!given) return usual(runner, task);
  pthread_t thread;
  void *own = *task;
  *task = NULL;
  if (pthread_create(&thread, NULL, run_task, own)) run_task(own);
  else pthread_detach(thread);
}
__attribute__((visibility("default"))) void _ZN4node23WorkerThreadsTaskRunner13BlockingDrainEv(void *runner) {
  void (*usual)(void *) = (void (*)(void *))dlsym(RTLD_NEXT, "_ZN4node23WorkerThreadsTaskRunner13BlockingDrainEv");
  if (!given) usual(runner);
}

/* Node is where it is in Debian. */
__attribute__((visibility("default"))) int uv_exepath(char *path, size_t *size) {
  *size = snprintf(path, *size, PROGRAM);
  return 0;
}

static int note_relocated(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO && relocated_count < MOST_PATHS) {
      relocated[relocated_count].start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      relocated[relocated_count].end = relocated[relocated_count].start + info->dlpi_phdr[i].p_memsz;
      relocated_count++;
    }
  return 0;
}

static int is_changed(unsigned start, unsigned end, int prot) {
  if (prot & PROT_WRITE) return 1;
  for (int i = 0; i < relocated_count; i++)
    if (start < relocated[i].end && end > relocated[i].start) return 1;
  return 0;
}

/* What node has open of its own: each is made anew, as empty or full as it was. */
static int note_opened(void) {
  struct stat state;
  for (int fd = FIRST_FD; fd < FIRST_FD + 100; fd++) {
    if (fstat(fd, &state)) continue;
    char name[64] = "", link[32];
    sprintf(link, "/proc/self/fd/%d", fd);
    if (readlink(link, name, sizeof name - 1) < 0 || opened_count == 64) return -1;
    struct open *one = &opened[opened_count++];
    one->fd = fd, one->number = state.st_ino, one->bytes = 0;
    one->kind = strstr(name, "eventpoll") ? 'p' : strstr(name, "eventfd") ? 'e' : S_ISFIFO(state.st_mode) ? (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY ? 'r' : 'w' : 'n';
    if (one->kind == 'r') ioctl(fd, FIONREAD, &one->bytes);
  }
  return 0;
}

static void open_again(void) {
  int ends[2], zero = 0;
  for (struct open *one = opened; one < opened + opened_count; one++) {
    int made = one->kind == 'p' ? epoll_create1(EPOLL_CLOEXEC) : one->kind == 'e' ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : one->kind == 'n' ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
    if (made >= 0) dup3(made, one->fd, O_CLOEXEC), close(made);
    if (one->kind != 'r' || pipe2(ends, O_CLOEXEC | O_NONBLOCK)) continue;
    for (int i = 0; i < one->bytes; i++) (void)!write(ends[1], &zero, 1);
    dup3(ends[0], one->fd, O_CLOEXEC);
    for (struct open *other = opened; other < opened + opened_count; other++)
      if (other->kind == 'w' && other->number == one->number) dup3(ends[1], other->fd, O_CLOEXEC);
    close(ends[0]), close(ends[1]);
  }
}

static char maps[1 << 16];
static void read_maps(void) {
  int list = open("/proc/self/maps", O_RDONLY | O_CLOEXEC), length = 0;
  for (int got; (got = read(list, maps + length, sizeof maps - 1 - length)) > 0; length += got);
  maps[length] = 0;
  close(list);
}

/* V8 keeps its memory from copies of the process. */
static void let_copy(void) {
  unsigned start, end;
  read_maps();
  for (char *line = strtok(maps, "\n"); line; line = strtok(NULL, "\n"))
    if (sscanf(line, "%x-%x", &start, &end) == 2) madvise((void *)start, end - start, MADV_DOFORK);
}

static int is_full(unsigned page) {
  unsigned *word = (unsigned *)page, *end = word + PAGE / 4;
  while (word < end && !*word) word++;
  return word < end;
}

static int note_piece(struct piece piece) {
  if (kept.count == MOST_PIECES) return -1;
  kept.pieces[kept.count++] = piece;
  return 0;
}

static int write_all(int file, const char *bytes, int length, unsigned at) {
  for (int wrote; length > 0; bytes += wrote, at += wrote, length -= wrote)
    if ((wrote = pwrite(file, bytes, length, at)) <= 0) return -1;
  return 0;
}

/* The pieces of memory, as the kernel lists them; what of them is node's own goes to the file. */
static int write_down(void) {
  read_maps();
  int file = open(KEPT ".new", O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0644), paths = 0, kernel = 0;
  if (file < 0) return -1;
  unsigned at = (sizeof kept + PAGE - 1) / PAGE * PAGE;
  for (char *line = strtok(maps, "\n"); line; line = strtok(NULL, "\n")) {
    unsigned start, end, offset, inode;
    char rights[5], path[256] = "";
    if (sscanf(line, "%x-%x %4s %x %*s %u %255s", &start, &end, rights, &offset, &inode, path) < 5) return -1;
    if (!strncmp(path, "[v", 2)) {
      if (kernel == 4) return -1;
      if (!strcmp(path, "[vdso]")) kept.vdso = start;
      kept.kernel[kernel].start = start, kept.kernel[kernel++].length = end - start;
    }
    if (!strncmp(path, "[v", 2) || !strcmp(path, "[stack]")) continue;
    int prot = (rights[0] == 'r' ? PROT_READ : 0) | (rights[1] == 'w' ? PROT_WRITE : 0) | (rights[2] == 'x' ? PROT_EXEC : 0);
    if (inode && strncmp(path, FOLDER, strlen(FOLDER)) && !is_changed(start, end, prot)) {
      int known = 0;
      while (known < paths && strcmp(kept.paths[known], path)) known++;
      if (known == paths && (paths++ == MOST_PATHS || strlen(path) >= sizeof kept.paths[0])) return -1;
      strcpy(kept.paths[known], path);
      if (note_piece((struct piece){start, end - start, prot, offset, known})) return -1;
      continue;
    }
    // Pages of zeros are not written, unless they are few between others: each piece costs time when it is put back.
    for (unsigned page = start, last; page < end; page = last) {
      unsigned full = page, zeros = 0;
      while (full < end && !(prot & PROT_READ && is_full(full))) full += PAGE;
      if (full > page && note_piece((struct piece){page, full - page, prot, 0, NOTHING})) return -1;
      for (last = full; last < end && zeros < FEW; last += PAGE) zeros = is_full(last) ? 0 : zeros + 1;
      last -= zeros * PAGE;
      if (last > full && (note_piece((struct piece){full, last - full, prot, at, OWN}) || write_all(file, (char *)full, last - full, at))) return -1;
      at += last - full;
    }
  }
  if (pwrite(file, &kept, sizeof kept, 0) != sizeof kept) return -1;
  close(file);
  return rename(KEPT ".new", KEPT);
}

__attribute__((visibility("hidden"), noreturn)) void resume(struct given *of) {
  given = of;
  longjmp(here, 1);
}

/* The process is another one. */
static void settle(void) {
  unsigned base = kept.tls[1];
  *(int *)(base + THREAD_NUMBER) = syscall(SYS_set_tid_address, base + THREAD_NUMBER);
  // The heap that grew there is not this process's: from here on the C library takes memory elsewhere.
  __curbrk = (void *)syscall(SYS_brk, 0);
  mmap((void *)(((unsigned)__curbrk + PAGE - 1) / PAGE * PAGE), PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  environ = given->env;
  for (int i = 1; i < 65; i++) sigaction(i, &actions[i], NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct rlimit files;
  if (!getrlimit(RLIMIT_NOFILE, &files)) files.rlim_cur = files.rlim_max, setrlimit(RLIMIT_NOFILE, &files);
  open_again();
  uv_loop_fork(uv_default_loop());
  unsigned long long now = uv_hrtime(), *started;
  if ((started = dlsym(RTLD_DEFAULT, "_ZN4node11per_process15node_start_timeE"))) *started = now;
  if ((started = dlsym(RTLD_DEFAULT, "_ZN4node11performance10timeOriginE"))) *started = now;
}

/* Keeps the node that calls, which ends; it returns in each process that it is put into, with what that was started with. */
static napi_value keep(napi_env env, void *info) {
  (void)info;
  let_copy();
  // The copy has no other threads, and knows it.
  int pid = fork(), status = 1;
  if (pid) {
    waitpid(pid, &status, 0);
    _exit(status != 0);
  }
  if (!setjmp(here)) {
    for (int fd = 3; fd < FIRST_FD; fd++) close(fd);
    unsigned selector, tls[4];
    __asm__ volatile("mov %%gs, %0" : "=r"(selector));
    tls[0] = selector >> 3;
    if (syscall(SYS_get_thread_area, tls) || *(int *)(tls[1] + THREAD_NUMBER) != syscall(SYS_gettid)) _exit(2);
    memcpy(kept.tls, tls, sizeof tls);
    kept.magic = MAGIC, kept.gs = selector, kept.resume = (unsigned)resume;
    kept.esp = (unsigned)__builtin_frame_address(0) - 4 * PAGE;
    for (int i = 1; i < 65; i++) sigaction(i, NULL, &actions[i]);
    dl_iterate_phdr(note_relocated, NULL);
    if (note_opened()) _exit(3);
    if (write_down()) _exit(4);
    _exit(0);
  }
  settle();
  napi_value all, one;
  napi_create_array(env, &all);
  unsigned chance = 0;
  char seed[16];
  (void)!getentropy(&chance, sizeof chance);
  sprintf(seed, "%u", chance % 0x7fffffff + 1);
  napi_create_string_utf8(env, seed, strlen(seed), &one);
  napi_set_element(env, all, 0, one);
  for (unsigned i = 0; given->argv[i]; i++) {
    napi_create_string_utf8(env, given->argv[i], strlen(given->argv[i]), &one);
    napi_set_element(env, all, i + 1, one);
  }
  return all;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  (void)exports;
  napi_value function;
  napi_create_function(env, "keep", 4, keep, NULL, &function);
  return function;
}
