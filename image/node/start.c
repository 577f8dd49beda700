// The program `node` of the machine: puts a node that has already started (`keep.c`) into this process, where nothing speaks against it, else
// runs the real one. The process stays what it is for everybody: its number, its parent, its terminal, its arguments.
//
// Freestanding and at an address where node has nothing, so that no piece of memory is in the way of another.
#include "kept.h"

#define O_CREAT 0100
#define O_EXCL 0200
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 0x4000
#define MREMAP_MOVE 3 // MAYMOVE, FIXED
#define ASIDE 0x18000000
#define AT_SYSINFO_EHDR 33

static long call(int number, long a, long b, long c, long d, long e, long f) {
  long result;
  // All six registers are taken: the number and the sixth come by the stack.
  long of[] = {number, f};
  __asm__ volatile("push %%ebp; mov 4(%%eax), %%ebp; mov (%%eax), %%eax; int $0x80; pop %%ebp"
                   : "=a"(result)
                   : "a"(of), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
                   : "memory");
  return result;
}
enum {
  EXIT = 1, FORK = 2, WRITE = 4, OPEN = 5, CLOSE = 6, WAITPID = 7, EXECVE = 11, CHDIR = 12, GETPID = 20, ACCESS = 33, RENAME = 38, FCNTL = 55,
  DUP2 = 63, SETSID = 66, MREMAP = 163, PREAD = 180, MMAP = 192, SET_THREAD_AREA = 243
};
#define C1(n, a) call(n, (long)(a), 0, 0, 0, 0, 0)
#define C2(n, a, b) call(n, (long)(a), (long)(b), 0, 0, 0, 0)
#define C3(n, a, b, c) call(n, (long)(a), (long)(b), (long)(c), 0, 0, 0)

static int same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}
static int begins(const char *text, const char *with) {
  while (*with && *text == *with) text++, with++;
  return !*with;
}

/* Options and variables that node looks at while it starts: with them it starts itself. */
static int is_usual(char **argv, char **env) {
  static const char *known[] = {"-e", "--eval", "-p", "--print", "-pe", "-i", "--interactive", "-", 0};
  for (char **one = env; *one; one++)
    if ((begins(*one, "NODE_") && !begins(*one, "NODE_ENV=")) || begins(*one, "LD_") || begins(*one, "GLIBC_TUNABLES=") || begins(*one, "OPENSSL_") || begins(*one, "SSL_CERT_")) return 0;
  for (char **one = argv + 1; *one && **one == '-'; one++) {
    const char **is = known;
    while (*is && !same(*is, *one)) is++;
    if (!*is) return 0;
    if (!(*one)[1]) return 1;
    // Its code, which may look like an option.
    if ((*one)[1] == 'e' || (*one)[1] == 'p' || begins(*one, "--eval") || begins(*one, "--print")) {
      if (!one[1] || *one[1] == '-') return 0;
      one++;
    }
  }
  return 1;
}

/* What it brings along. */
__asm__(".section .rodata\n"
        "library: .incbin \"keep.so\"\nlibrary_end:\n"
        "script: .incbin \"main.cjs\"\nscript_end:\n"
        ".text\n");
extern const char library[], library_end[], script[], script_end[];

/* Several may do it at once, so each writes a file of its own and gives it the name. */
static void unpack(const char *path, const char *bytes, const char *end) {
  static char own[] = FOLDER "/0000000000";
  long pid = C1(GETPID, 0);
  for (char *digit = own + sizeof own - 2; pid; pid /= 10) *digit-- = '0' + pid % 10;
  long file = C3(OPEN, own, O_CREAT | O_EXCL | 1, 0644);
  if (file < 0) return;
  C3(WRITE, file, bytes, end - bytes), C1(CLOSE, file);
  C2(RENAME, own, path);
}

static void run_real(char **argv, char **env) {
  int count = 0, preloads = 0;
  for (; env[count]; count++) preloads |= begins(env[count], "LD_PRELOAD=");
  char *more[count + 2];
  if (C2(ACCESS, LIBRARY, 0)) unpack(LIBRARY, library, library_end);
  more[0] = "LD_PRELOAD=" LIBRARY;
  for (int i = 0; i <= count; i++) more[i + 1] = env[i];
  C3(EXECVE, REAL, argv, preloads || C2(ACCESS, LIBRARY, 0) ? env : more);
  C1(EXIT, 127);
}

static int ended_well(long pid) {
  int status = 1;
  while (C3(WAITPID, pid, &status, 0) == -4);
  return status == 0;
}

/* The host has a started node of this image, and writes it when it is asked, as programs without a network ask (`dream.c`). */
static int ask(char **env) {
  static char *argv[] = {ASKS, 0};
  long pid = C1(FORK, 0);
  if (!pid) C3(EXECVE, "/usr/lib/dream/dream", argv, env), C1(EXIT, 127);
  return ended_well(pid);
}

/* Starts a node that keeps itself, where the host has none. @returns whether it did */
static int make(void) {
  // One tries it, once.
  long lock = C3(OPEN, FOLDER "/making", O_CREAT | O_EXCL, 0600);
  if (lock < 0) return 0;
  unpack(LIBRARY, library, library_end), unpack(SCRIPT, script, script_end);
  long pid = C1(FORK, 0);
  if (!pid) {
    static char *argv[] = {"node", "--single-threaded", "--v8-pool-size=0", SCRIPT, 0};
    static char *env[] = {"LD_PRELOAD=" LIBRARY, "LANG=C.UTF-8", "HOME=/", "PATH=/usr/bin:/bin", 0};
    for (int fd = 3; fd < FIRST_FD; fd++) C1(CLOSE, fd);
    long null = C2(OPEN, "/dev/null", 2);
    for (int fd = 0; fd < 3; fd++) C2(DUP2, null, fd);
    C1(CLOSE, null);
    C1(CHDIR, "/"), C1(SETSID, 0);
    C3(EXECVE, REAL, argv, env);
    C1(EXIT, 127);
  }
  C1(CLOSE, lock);
  return ended_well(pid);
}

static struct kept kept;
static struct given given;

static __attribute__((noreturn)) void put_in(int file, char **argv, char **env, unsigned vdso) {
  // The kernel's own pages move to where node knows them, by way of a place where they are in nobody's way.
  unsigned length, at = vdso - kept.vdso;
  for (int i = 0; i < 4 && (length = kept.kernel[i].length); i++)
    call(MREMAP, kept.kernel[i].start + at, length, length, MREMAP_MOVE, ASIDE + (i << 20), 0);
  for (int i = 0; i < 4 && (length = kept.kernel[i].length); i++)
    call(MREMAP, ASIDE + (i << 20), length, length, MREMAP_MOVE, kept.kernel[i].start, 0);
  int from = -1, path = -1;
  for (struct piece *piece = kept.pieces; piece < kept.pieces + kept.count; piece++) {
    int flags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, of = -1;
    if (piece->path == NOTHING) flags |= MAP_ANONYMOUS;
    else if (piece->path == OWN) of = file;
    else {
      if (path != piece->path) {
        if (from >= 0) C1(CLOSE, from);
        path = piece->path;
        from = C2(OPEN, kept.paths[path], 0);
      }
      of = from;
    }
    long got = call(MMAP, piece->start, piece->length, piece->prot, flags, of, piece->offset >> 12);
    if (got != (long)piece->start) C1(EXIT, 126);
  }
  if (from >= 0) C1(CLOSE, from);
  C1(CLOSE, file);
  given.argv = argv, given.env = env;
  C1(SET_THREAD_AREA, kept.tls);
  __asm__ volatile("mov %0, %%gs; mov %1, %%esp; push %2; push $0; jmp *%3"
                   :
                   : "r"(kept.gs), "r"(kept.esp), "r"(&given), "r"(kept.resume)
                   : "memory");
  __builtin_unreachable();
}

__attribute__((used)) void begin(long *stack) {
  char **argv = (char **)(stack + 1), **env = argv + *stack + 1;
  unsigned *aux = (unsigned *)env, vdso = 0;
  while (*aux) aux++;
  for (aux++; *aux; aux += 2)
    if (*aux == AT_SYSINFO_EHDR) vdso = aux[1];
  if (!vdso || !is_usual(argv, env)) run_real(argv, env);
  // A descriptor that the one who started node gave it there would be in the way.
  if (C3(FCNTL, FIRST_FD, 1, 0) >= 0) run_real(argv, env);
  long file = C2(OPEN, KEPT, 0);
  if (file < 0 && (ask(env) || make())) file = C2(OPEN, KEPT, 0);
  if (file < 0 || call(PREAD, file, (long)&kept, sizeof kept, 0, 0, 0) != sizeof kept || kept.magic != MAGIC) run_real(argv, env);
  put_in(file, argv, env, vdso);
}

__asm__(".globl _start\n_start:\n mov %esp, %eax\n and $-16, %esp\n sub $12, %esp\n push %eax\n call begin\n");
