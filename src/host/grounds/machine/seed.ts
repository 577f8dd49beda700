// What asks a machine for chance, by the seed of its branch (docs/decisions/037). Seed 0 is the machine as it comes.
import { mulberry32 } from '../../../core/text/chance.ts'
import type { Seeding } from '../../../core/tree/ground.ts'
import type { GroundAsked } from '../../../core/tree/ports.ts'
import { writing } from '../emulator/files.ts'
import type { EmulatorJob } from '../emulator-client.ts'
import { seedProgram } from './seed-program.ts'

/** With what a machine is seeded; `by` as in `Seeding`. */
export type Seed = Pick<Seeding, 'seed' | 'by'>

/** The ground's id stands in calls, so it never changes. */
export const ID = 'machine'

const MOST_PROCESSES = 60
// Seconds: what a world says of its time to the minute still holds.
const MOST_WAITED = 29

/**
 * What seeds a machine: the processor's random numbers, the kernel's own, the next process numbers, and (`clock`) its time, which passes.
 * `shell`: the world's shell waits at its prompt, and its `$RANDOM` is another one too; a shell that starts later takes it from all these.
 */
export function seedJobs({ seed, by }: Seed, { clock = false, shell = false } = {}): EmulatorJob[] {
  const draw = (count: number): number => mulberry32(seed, count)
  const words = [1, 2, 3, 4].map(draw).join(' ')
  const passed: EmulatorJob = { do: 'pause', seconds: (draw(7) / 2 ** 32) * MOST_WAITED }
  const bytes = `orrery ${seed} ${words}`
  const processes = 1 + (draw(6) % MOST_PROCESSES)
  const seeding: EmulatorJob[] =
    by === 'program'
      ? [writing(PROGRAM, seedProgram(), 0o700), { do: 'run', script: scriptFor(bytes, processes) }]
      : [{ do: 'run', script: perlFor(bytes, processes) }]
  return [
    { do: 'seed', chance: draw(5) | 0 },
    ...seeding,
    ...(clock ? [passed] : []),
    ...(shell ? [typedAtShell(draw(8))] : [])
  ]
}

const PROGRAM = '/run/seed'
const SHELL = `read -r children </proc/1/task/1/children
for shell in $children; do read -r _ _ _ _ _ _ tty _ </proc/$shell/stat; [ "$tty" = 0 ] || break; done`

/** Bytes are mixed into the kernel's pool, from which its generator begins anew (RNDRESEEDCRNG); processes come and go beside the world's shell. */
const scriptFor = (bytes: string, processes: number): string => `${SHELL}
${PROGRAM} /dev/urandom "${bytes}" /proc/$shell/ns/pid ${'x'.repeat(processes)}
code=$?
rm ${PROGRAM}
exit $code
`

/** The same by Perl, which touches half of all pages that a world has beyond the base. */
const perlFor = (bytes: string, processes: number): string => `perl -e 'open my $pool, ">", "/dev/urandom" or exit 1;
syswrite $pool, "${bytes}" and ioctl $pool, 0x5207, 0 or exit 1' || exit 1
${SHELL}
nsenter -t $shell -m -p /usr/bin/perl -e 'for (1 .. ${processes}) { my $one = fork; exit unless $one; waitpid $one, 0 }'
`

const typedAtShell = (number: number): EmulatorJob => ({
  do: 'type',
  hidden: true,
  keys: [{ keystrokes: ` RANDOM=${number % 2 ** 31}\n`, duration: 0.3 }]
})

/**
 * Where the machine of this world was seeded, with the turn that is asked for. The newest call of a machine says it for all before: those of before
 * there were seeds ran on the machine of seed 0, whatever their branch's was.
 */
export function seedingsOf({ setup, chain, callOf }: Pick<GroundAsked, 'setup' | 'chain' | 'callOf'>): Seeding[] {
  const before = seededBefore(chain, callOf)
  const seed = before.at(-1)?.seed ?? 0
  return seed === setup.seed
    ? before
    : [...before, { after: chain.at(-1)?.id ?? null, seed: setup.seed, by: 'program' }]
}

function seededBefore(chain: GroundAsked['chain'], callOf: GroundAsked['callOf']): Seeding[] {
  for (const { id } of chain.toReversed()) {
    const grounded = callOf(id)?.grounded
    if (grounded?.ground === ID) return grounded.seeded ?? []
  }
  return []
}
