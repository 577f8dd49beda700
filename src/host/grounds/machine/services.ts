// Programs that a world says are running: processes of their names, which listen where they are said to. What is sent to one, the model answers.
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'

type Service = Extract<StateChange, { do: 'service' }>

// Each is a process of its own; a machine has room for so many.
const MOST = 16

/** How a service's process is called in full, where that is more than its name. */
const TITLES: Record<string, string> = {
  nginx: 'nginx: master process /usr/sbin/nginx -g daemon on; master_process on;',
  sshd: 'sshd: /usr/sbin/sshd -D [listener] 0 of 10-100 startups',
  postgres: '/usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql/15/main',
  'redis-server': '/usr/bin/redis-server 127.0.0.1:6379',
  mysqld: '/usr/sbin/mysqld',
  mariadbd: '/usr/sbin/mariadbd',
  apache2: '/usr/sbin/apache2 -k start',
  cron: '/usr/sbin/cron -f',
  dockerd: '/usr/bin/dockerd -H fd:// --containerd=/run/containerd/containerd.sock'
}
// Databases listen to their own machine, unless they are told otherwise.
const LOCAL = /^(?:postgres|redis-server|mysqld|mariadbd|mongod|memcached|master)$/

export function servicesScript(services: readonly Service[]): string[] {
  if (services.length === 0) return []
  const rows = services.slice(0, MOST).map(({ name, user = 'root', port = 0, protocol = 'tcp', address, title }) => {
    const at = (address ?? (LOCAL.test(name) ? '127.0.0.1' : '0.0.0.0')).replace(/^\[(.*)\]$/, '$1')
    return [name, user, port, protocol, at.includes(':') ? '0.0.0.0' : at, title ?? TITLES[name] ?? name].join('\\t')
  })
  const users = [...new Set(services.map(({ user = 'root' }) => user))].filter((user) => user !== 'root')
  return [
    ...users.map(
      (user) =>
        `id ${quoted(user)} >/dev/null 2>&1 || useradd -r -M -s /usr/sbin/nologin -d /var/lib/${user} ${quoted(user)}`
    ),
    `cat > /usr/lib/dream/services <<'END'\n${PERL}END\nprintf '${rows.map((row) => row.replaceAll('%', '%%').replaceAll("'", '')).join('\\n')}\\n' > /run/dream/services`,
    // Among the processes of the world's shell.
    `mine=$(readlink /proc/self/ns/pid); for each in /proc/[0-9]*; do [ ! -e $each/exe ] || [ "$(readlink $each/ns/pid)" = "$mine" ] || { shell=\${each#/proc/}; break; }; done
setsid nsenter -t "$shell" -m -p perl /usr/lib/dream/services < /run/dream/services >/dev/null 2>&1 3>&-`
  ]
}

// A listener hands what a client sends to the program that asks the host: as a request of HTTP, or as a line for the port.
const PERL = `use strict; use Socket;
while (<STDIN>) {
  chomp; my ($name, $user, $port, $kind, $at, $title) = split /\\t/;
  my $server;
  if ($port) {
    socket($server, PF_INET, $kind eq 'udp' ? SOCK_DGRAM : SOCK_STREAM, 0) or next;
    setsockopt($server, SOL_SOCKET, SO_REUSEADDR, 1);
    bind($server, sockaddr_in($port, inet_aton($at))) or next;
    $kind eq 'udp' or listen($server, 511);
  }
  next if fork;
  close STDIN;
  my (undef, undef, $uid, $gid) = getpwnam($user);
  $0 = $title; if (open my $c, '>', '/proc/self/comm') { print $c $name; close $c; }
  if ($uid) { $( = $) = "$gid $gid"; $< = $> = $uid; }
  $SIG{CHLD} = 'IGNORE';
  for (;;) {
    if (!$server || $kind eq 'udp') { sleep 100000; next; }
    accept(my $client, $server) or next;
    if (fork) { close $client; next; }
    answer($client, $port); exit;
  }
}
sub answer {
  my ($client, $port) = @_; my $request = ''; local $SIG{ALRM} = sub { die };
  eval { alarm 2; while ($request !~ /\\n\\r?\\n/) { last unless sysread $client, $request, 4096, length $request; last if $request !~ /^[A-Z]+ \\S+ HTTP/ && $request =~ /\\n/; } alarm 0; };
  if ($request =~ /^([A-Z]+) (\\S+) HTTP/) {
    my ($verb, $path) = ($1, $2); my ($head, $body) = split /\\r?\\n\\r?\\n/, $request, 2;
    if ($head =~ /^Content-Length: *(\\d+)/mi) { while (length $body < $1) { last unless sysread $client, $body, 4096, length $body; } }
    my @words = ('-s', ($verb eq 'GET' || $verb eq 'HEAD' ? () : ('-X', $verb)), (length $body ? ('-d', $body) : ()), "http://localhost:$port$path");
    my $text = asked('curl ', @words);
    print $client "HTTP/1.1 200 OK\\r\\nContent-Type: " . ($text =~ /^\\s*</ ? 'text/html' : $text =~ /^\\s*[{\\[]/ ? 'application/json' : 'text/plain') . "\\r\\nContent-Length: " . length($text) . "\\r\\nConnection: close\\r\\n\\r\\n" . ($verb eq 'HEAD' ? '' : $text);
  } elsif ($request =~ /^[\\x20-\\x7e\\s]+$/) { $request =~ s/\\s+$//; print $client asked('nc ', 'localhost', $port, $request); }
}
sub asked {
  my @words = @_; my $pid = open my $out, '-|';
  if (!$pid) { open STDIN, '<', '/dev/null'; exec { '/usr/lib/dream/dream' } @words; exit; }
  local $/; my $text = <$out>; close $out; return $text;
}
`
