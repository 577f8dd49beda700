// What a node that is kept consists of: the beginning of its file, which both sides read.
#define FOLDER "/run/node"
#define KEPT FOLDER "/kept"
#define LIBRARY FOLDER "/keep.so"
#define SCRIPT FOLDER "/main.cjs"
#define PROGRAM "/usr/bin/node"
// What the host hears when it is asked for a kept node.
#define ASKS "kept node"
#define REAL "/usr/lib/node/node"
#define MAGIC 0x31646b6e
#define MOST_PIECES 2000
#define MOST_PATHS 40
// Where a piece of memory comes from: from a file of that number, from this file, or from nowhere.
#define OWN -1
#define NOTHING -2
// What node itself has open is numbered from here on.
#define FIRST_FD 100

struct piece {
  unsigned start, length, prot, offset;
  int path;
};

struct kept {
  unsigned magic, count;
  /* Where it goes on, and on which stack. */
  unsigned resume, esp;
  unsigned gs, tls[4];
  /* The kernel's pages of code and data, which lie side by side; `vdso`: where the code begins. */
  unsigned vdso;
  struct { unsigned start, length; } kernel[4];
  struct piece pieces[MOST_PIECES];
  char paths[MOST_PATHS][64];
};

/* What the process says of itself to the node that is put into it. */
struct given {
  char **argv, **env;
};
