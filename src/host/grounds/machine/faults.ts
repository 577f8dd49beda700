// What is done to a machine before a turn: it is seeded, files are brought, and what perturbations break is broken for real.
import type { Fault, Grounded, StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'
import type { EmulatorJob } from '../emulator-client.ts'
import { jobsFor, type Owner } from './apply.ts'
import { type Seed, seedJobs } from './seed.ts'

export const jobsBefore = (
  {
    seed,
    brought = [],
    faults = []
  }: { [Part in 'brought' | 'faults']?: Readonly<Grounded[Part]> | undefined } & {
    seed?: (Seed & { shell: boolean }) | undefined
  },
  owner: Owner
): EmulatorJob[] => [
  ...(seed ? seedJobs(seed, seed) : []),
  // A file may stand where a folder was, and the other way round.
  ...jobsFor(brought.filter(isGone), { owner, shell: false }),
  ...jobsFor(
    brought.filter((one) => !isGone(one)),
    { owner, shell: false }
  ),
  ...faults.map((fault) => ({ do: 'run' as const, script: scriptOf(fault) }))
]

const isGone = (one: StateChange): boolean => one.do === 'remove'

function scriptOf(fault: Fault): string {
  switch (fault.fault) {
    case 'disk-full':
      // Twice: what the file's own name takes is known only once it is there.
      return `f=/var/log/journal.1; df=/usr/lib/dream/own/df; [ -e $df ] || df=df; for i in 1 2; do a=$($df --output=avail -B1 / | tail -1); s=$(stat -c %s $f 2>/dev/null || echo 0); fallocate -l $((a + s)) $f 2>/dev/null || dd if=/dev/zero bs=64k >>$f 2>/dev/null; done; dd if=/dev/zero bs=4k >>$f 2>/dev/null; true`
    case 'missing-program':
      return `for f in $(which -a ${fault.program}); do rm -f "$f"; done; rm -f /usr/lib/dream/real/${fault.program}; true`
    case 'clock-skew':
      return `date -s @$(($(date +%s) + ${fault.seconds})) >/dev/null`
    case 'permission-denied':
      return `chown root ${quoted(fault.path)}; chmod 000 ${quoted(fault.path)}; true`
    default:
      return fault satisfies never
  }
}
