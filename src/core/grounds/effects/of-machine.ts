// Commands that show something of the machine by no name, and the words by which texts tell of it.

/** Rows of what a command shows and what a text says of it. `sentence`: anywhere in it. `made`: what was read of it, by which it is so. */
export const OF_MACHINE: readonly { shows: RegExp; said: RegExp; sentence?: true; made?: RegExp }[] = [
  { shows: /^(?:id|groups)\b/, said: /\b(?:groups?|gruppen?|members?|mitglied\w*)\b/i, sentence: true },
  {
    shows: /^(?:free|vmstat)\b|\/proc\/meminfo/,
    said: /(?<![a-z])(?:ram|memory|speicher)(?![a-z])/i,
    made: /"memory":/
  },
  { shows: /^(?:swapon|free)\b|\/proc\/swaps/, said: /\bswap\w*/i },
  { shows: /^apk\b/, said: /\balpine\b/i },
  { shows: /^(?:rpm|dnf|yum)\b/, said: /\b(?:rocky|centos|fedora|rhel|red ?hat|almalinux|amazon linux)\b/i },
  { shows: /^zypper\b/, said: /\bsuse\b/i },
  { shows: /^pacman\b/, said: /\barch\b/i },
  {
    shows: /^df\b/,
    said: /\b(?:disks?|card|space|partition|volume|ssd|platte|speicherplatz)\b/i,
    made: /"disk":/
  },
  { shows: /^df\b.* ?-\w*i/, said: /\binodes?\b/i, sentence: true },
  {
    shows: /^(?:mount|findmnt|lsblk|blkid)\b|\/proc\/mounts|\/etc\/fstab/,
    said: /\bmount\w*|\bpartitions?\b|\b(?:nfs|ext4|xfs|sd[a-z]\d?)\b/i
  },
  { shows: /^(?:ip|ifconfig)\b/, said: /\b(?:eth|wlan|ens|enp)\d|\b(?:ip|interface|address|gateway)\b/i },
  { shows: /\/etc\/resolv\.conf/, said: /\b(?:dns|nameservers?|resolver)\b/i },
  {
    shows: /^lsb_release\b|\/etc\/(?:\w+-release|os-release|issue|debian_version)/,
    said: /\b(?:alpine|ubuntu|debian|rocky|centos|fedora|rhel|red ?hat|suse|arch|almalinux|amazon linux)\b/i,
    made: /"do":"system"/
  },
  { shows: /^(?:ss|netstat|lsof)\b/, said: /\bports?\b|\blisten\w*|\blauscht\b|:\d{2,5}\b/i },
  { shows: /^(?:who|w|users|last|lastlog)\b/, said: /\blogged (?:in|on)\b|\bsessions?\b|\blast login\b/i },
  { shows: /^(?:uptime|w)\b/, said: /\bup ?time\b|\bload\b|\bup (?:for|since)\b/i },
  { shows: /^(?:nproc|lscpu)\b/, said: /\b(?:cpus?|vcpus?|cores|kerne)\b/i, made: /"cores":/ },
  { shows: /^crontab\b|\/cron/, said: /\bcron\w*/i },
  {
    shows: /^(?:date|timedatectl)\b|\/etc\/(?:timezone|localtime)/,
    said: /\b(?:time ?zone|clock|zeitzone|TZ)\b/i,
    made: /"do":"clock"/
  },
  {
    shows: /^(?:locale|localectl)\b|\/etc\/default\/locale/,
    said: /\b(?:locale|LANG|LC_\w+)\b/,
    made: /"do":"locale"/
  },
  { shows: /^(?:ulimit|prlimit)\b|\/limits/, said: /\b(?:ulimit|limits?|nofile|open files|file descriptors)\b/i },
  { shows: /^(?:quota|repquota)\b/, said: /\bquotas?\b/i },
  {
    shows: /^git (?:status|diff)/,
    said: /\b(?:untracked|uncommit+ed|staged|unstaged|detached|modified|dirty)\b/i,
    sentence: true
  },
  {
    shows: /^git (?:log|show|rev-list|shortlog|blame)/,
    said: /\b(?:commits?|commit+ed|author|ahead|behind)\b/i,
    sentence: true
  },
  { shows: /^git branch/, said: /\bbranch(?:es)?\b/i, sentence: true },
  { shows: /^git (?:tag|describe)/, said: /\b(?:tag(?:s|ged)?|release)\b/i, sentence: true },
  { shows: /^git stash/, said: /\bstash\w*/i },
  { shows: /^git remote/, said: /\b(?:remotes?|origin|upstream)\b/i }
]
