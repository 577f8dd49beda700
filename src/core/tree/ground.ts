// What a ground tells of an answer that it computed. The port through which it is asked is `Ground` in `ports.ts`.
import { z } from 'zod'
import { JsonValue } from '../text/json.ts'
import { StateDifference } from './program.ts'

/** Whether a branch's world is predicted throughout, computed where it can be, or computed and nothing else. Absent: `model`. */
export const Grounding = z.enum(['model', 'grounded', 'executed'])
export type Grounding = z.infer<typeof Grounding>

/** The rules let a ground answer, where one serves the world. */
export const isGrounded = ({ grounding }: { grounding?: Grounding }): boolean =>
  grounding !== undefined && grounding !== 'model'

const Amount = z.strictObject({ size: z.int().positive(), free: z.int().nonnegative().exactOptional() })

/**
 * Files that were changed, by path below the folder that a program and a machine share: their texts, `null` for what is gone. A path that
 * ends with a slash is a folder, whose text is empty.
 */
export const FileChanges = z.record(z.string(), z.string().nullable())
export type FileChanges = z.infer<typeof FileChanges>

/** A commit of a repository that a text tells of: its message, and by whom and when it was made and its hash where that is told. */
const StatedCommit = z.union([
  z.string(),
  z.strictObject({
    message: z.string(),
    author: z.string().exactOptional(),
    email: z.string().exactOptional(),
    date: z.string().exactOptional(),
    /** Its first digits, or all. */
    hash: z.string().exactOptional()
  })
])

/** A change of a world's state that a model's answer tells of, in the terms of a file system and a shell. */
export const StateChange = z.discriminatedUnion('do', [
  /** `encoding`: of `content`, for bytes that are no UTF-8; text when absent. */
  z.strictObject({
    do: z.literal('write'),
    path: z.string(),
    content: z.string(),
    mode: z.int().exactOptional(),
    encoding: z.literal('base64').exactOptional()
  }),
  z.strictObject({ do: z.literal('append'), path: z.string(), content: z.string() }),
  z.strictObject({ do: z.literal('remove'), path: z.string() }),
  z.strictObject({ do: z.literal('mkdir'), path: z.string() }),
  z.strictObject({ do: z.literal('cwd'), path: z.string() }),
  z.strictObject({ do: z.literal('env'), name: z.string(), value: z.string() }),
  z.strictObject({ do: z.literal('umask'), mask: z.string() }),
  /** Whose a file or folder is, and in octal who may use it; it is made where it is not there. */
  z.strictObject({
    do: z.literal('mode'),
    path: z.string(),
    owner: z.string().exactOptional(),
    group: z.string().exactOptional(),
    mode: z.string().exactOptional()
  }),
  /** How large a file is that nobody has seen, in bytes, and when it was last changed, as `date -d` reads it. */
  z.strictObject({
    do: z.literal('stamp'),
    path: z.string(),
    size: z.int().nonnegative().exactOptional(),
    modified: z.string().exactOptional()
  }),
  /** A symbolic link; what it leads to is made where it is not there. */
  z.strictObject({ do: z.literal('link'), path: z.string(), to: z.string() }),
  /** `manager`: pip, apt, npm. `venv`: the folder of the virtual environment that pip works on. `folder`: where npm was asked; `saved`: how package.json names it. */
  z.strictObject({
    do: z.literal('install'),
    manager: z.string(),
    name: z.string(),
    version: z.string(),
    venv: z.string().exactOptional(),
    folder: z.string().exactOptional(),
    saved: z
      .strictObject({ as: z.enum(['dependencies', 'devDependencies', 'optionalDependencies']), range: z.string() })
      .exactOptional(),
    /** What comes with it; of a package that is named like its one command, absent. */
    commands: z.array(z.string()).exactOptional()
  }),
  z.strictObject({
    do: z.literal('uninstall'),
    manager: z.string(),
    name: z.string(),
    venv: z.string().exactOptional(),
    folder: z.string().exactOptional()
  }),
  /** The file or folder exists; what is in it is not known before someone looks. `from`: the address that it was fetched from. */
  z.strictObject({
    do: z.literal('claim'),
    path: z.string(),
    kind: z.enum(['file', 'folder', 'program']),
    from: z.string().exactOptional()
  }),
  /** What an address holds, so that it holds the same the next time. */
  z.strictObject({ do: z.literal('page'), address: z.string(), content: z.string() }),
  /** What was claimed of it is known now. */
  z.strictObject({ do: z.literal('seen'), path: z.string() }),
  z.strictObject({ do: z.literal('exit'), code: z.int() }),
  z.strictObject({
    do: z.literal('user'),
    name: z.string(),
    home: z.string(),
    uid: z.int().nonnegative().exactOptional(),
    /** Its first group, where that is not named like it; and the others. */
    group: z.string().exactOptional(),
    groups: z.array(z.string()).exactOptional(),
    /** The path of its shell. */
    shell: z.string().exactOptional(),
    /** What its line of /etc/passwd says of it beside: a whole name. */
    comment: z.string().exactOptional(),
    /** `free`: sudo asks for no password. */
    sudo: z.literal('free').exactOptional()
  }),
  z.strictObject({ do: z.literal('group'), name: z.string(), gid: z.int().nonnegative().exactOptional() }),
  /** `date` is a day (2024-03-03), `time` a time of day (14:05:00) in `zone`, or at `offset` (+02:00) where that is there. */
  z.strictObject({
    do: z.literal('clock'),
    date: z.string().exactOptional(),
    time: z.string().exactOptional(),
    /** By its name in the tables of time zones. */
    zone: z.string().exactOptional(),
    offset: z.string().exactOptional()
  }),
  z.strictObject({ do: z.literal('locale'), name: z.string() }),
  /** Which system it says it is, as /etc/os-release has it. */
  z.strictObject({
    do: z.literal('system'),
    id: z.string(),
    name: z.string(),
    version: z.string(),
    codename: z.string().exactOptional(),
    like: z.string().exactOptional(),
    url: z.string(),
    lts: z.literal(true).exactOptional()
  }),
  /** A program that runs, by its process's name, and where it listens. */
  z.strictObject({
    do: z.literal('service'),
    name: z.string(),
    /** Its whole command line. */
    title: z.string().exactOptional(),
    user: z.string().exactOptional(),
    port: z.int().positive().exactOptional(),
    protocol: z.literal('udp').exactOptional(),
    address: z.string().exactOptional()
  }),
  /** What a program that is there says of its own version. */
  z.strictObject({ do: z.literal('version'), program: z.string(), version: z.string() }),
  /** The model answers for the program, though the machine may have it. `words`: only where these are its arguments. */
  z.strictObject({ do: z.literal('ask'), program: z.string(), words: z.string().exactOptional() }),
  z.strictObject({ do: z.literal('host'), name: z.string() }),
  /** What programs say of the machine that they run on; sizes in KiB. */
  z.strictObject({
    do: z.literal('hardware'),
    cores: z.int().positive().exactOptional(),
    memory: Amount.exactOptional(),
    swap: z.int().positive().exactOptional(),
    /** `used`: KiB, given only where it is not `size` minus `free`. `device`: the path of the device file. */
    disk: Amount.extend({
      used: z.int().nonnegative().exactOptional(),
      device: z.string().exactOptional()
    }).exactOptional(),
    /** As `uname -r` says it. */
    kernel: z.string().exactOptional(),
    /** The system is said to be a 64-bit one. */
    bits: z.literal(64).exactOptional()
  }),
  /**
   * A repository at `path` with what lies there; `commits` are messages, oldest first. `remote`: where it was cloned from. `pending`: what is
   * not committed, by paths below `path`; of a changed file the line (the last where none is named) is what HEAD lacks. `identity`: whose the
   * next commit is. `ignored`: patterns of what git does not see.
   */
  z.strictObject({
    do: z.literal('git'),
    path: z.string(),
    branch: z.string(),
    commits: z.array(StatedCommit),
    identity: z.strictObject({ name: z.string(), email: z.string().exactOptional() }).exactOptional(),
    remote: z.string().exactOptional(),
    /** At the last commit, or begun `back` commits before it, with commits of their own. */
    branches: z
      .array(
        z.union([
          z.string(),
          z.strictObject({
            name: z.string(),
            back: z.int().nonnegative(),
            commits: z.array(StatedCommit).exactOptional()
          })
        ])
      )
      .exactOptional(),
    /** Branches of remotes, such as origin/main, at the commit `back` before the last one. */
    tracked: z.array(z.strictObject({ name: z.string(), back: z.int().nonnegative() })).exactOptional(),
    /** Of the last commit, or of one `back` before it. */
    tags: z
      .array(z.union([z.string(), z.strictObject({ name: z.string(), back: z.int().nonnegative() })]))
      .exactOptional(),
    remotes: z.array(z.strictObject({ name: z.string(), url: z.string() })).exactOptional(),
    ignored: z.array(z.string()).exactOptional(),
    pending: z
      .array(
        z.strictObject({
          path: z.string(),
          is: z.enum(['changed', 'untracked', 'staged', 'deleted']),
          line: z.int().positive().exactOptional(),
          /** All that HEAD has of a changed file. */
          head: z.string().exactOptional()
        })
      )
      .exactOptional()
  }),
  /** An entity of a store of records, as JSON; `value: null` deletes it. */
  z.strictObject({
    do: z.literal('entity'),
    kind: z.string(),
    id: z.string(),
    value: z.record(z.string(), z.json()).nullable()
  })
])
export type StateChange = z.infer<typeof StateChange>

/** What is done to a machine for real, by a perturbation. */
export const Fault = z.discriminatedUnion('fault', [
  /** No byte is free any more. */
  z.strictObject({ fault: z.literal('disk-full') }),
  z.strictObject({
    fault: z.literal('missing-program'),
    program: z.string().regex(/^[\w.+-]+$/, 'the name of a program')
  }),
  /** The clock is put forward, or back. */
  z.strictObject({ fault: z.literal('clock-skew'), seconds: z.int() }),
  /** Nobody but root may read, write or enter it. */
  z.strictObject({
    fault: z.literal('permission-denied'),
    path: z.string().startsWith('/', 'a path from the root, such as /srv/app')
  })
])
export type Fault = z.infer<typeof Fault>

/** Who is to answer and why: what a ground can say without doing anything. */
export const Route = z.strictObject({
  by: z.enum(['ground', 'model']),
  /** The rule that decided, by its name in the ground's table. */
  rule: z.string(),
  /** In a sentence. */
  why: z.string()
})
export type Route = z.infer<typeof Route>

/** Something that a ground asked the model for within one turn. */
export const ModelAnswer = z.strictObject({
  /** What the model was asked to show, as a person would type it. */
  of: z.string(),
  /** The rule that says no ground can know it. */
  rule: z.string(),
  text: z.string(),
  /** What of it was taken in, in order. */
  effects: z.array(StateChange),
  /** What of a list that the model made beside its text was taken in, in order; `effects` are those that rules found in the text. */
  listed: z.array(StateChange).exactOptional(),
  /** What of that list could not be taken in, each with the reason. */
  refused: z.array(z.string()).exactOptional()
})
export type ModelAnswer = z.infer<typeof ModelAnswer>

/** What a turn that was done again showed, where that is not what its step holds; `''` where it could not be done. */
export const Difference = z.strictObject({ turn: z.int().min(1), shown: z.string() })
export type Difference = z.infer<typeof Difference>

const UserCall = z.strictObject({ action: JsonValue, text: z.string() })

/** The call of a tool of the user's own, what it showed, and the ground that computed it. */
export const Acted = UserCall.extend({
  ground: z.string(),
  hash: z.string(),
  /** Their calls before that one, of imports: here a user makes one before they answer. */
  before: z.array(UserCall).exactOptional()
})
export type Acted = z.infer<typeof Acted>

/** From the step `after` (`null`: the first) on, what asks a world's machine for chance is answered by `seed`. */
const Seeding = z.strictObject({
  after: z.string().nullable(),
  seed: z.int().min(0),
  /** What seeds it. Absent: Perl, as at first, so that worlds of then are the same when they are done again. */
  by: z.literal('program').exactOptional()
})
export type Seeding = z.infer<typeof Seeding>

/** The ground's part in a step; kept with the call. */
export const Grounded = z.strictObject({
  /** Which ground, and the SHA-256 of what it ran (a machine's image, a server's code). */
  ground: z.string(),
  hash: z.string(),
  /** The rule that decided who answers, and why in a sentence. */
  rule: z.string(),
  why: z.string(),
  /** `executed`: computed throughout. `predicted`: the model gave all or part of it. `authored`: a person wrote it. */
  origin: z.enum(['executed', 'predicted', 'authored']),
  dreams: z.array(ModelAnswer).default([]),
  /** What the step changed in the state of the world's program. Absent where it has none. */
  changes: z.array(StateDifference).exactOptional(),
  /** What the user did before they answered. */
  acted: Acted.exactOptional(),
  /** What perturbations did to it before this turn; absent where none did. */
  faults: z.array(Fault).exactOptional(),
  /** Files of the world's program that were written to its machine before this turn; absent where none were. */
  brought: z.array(StateChange).exactOptional(),
  /** Where its machine was seeded, oldest first, this turn included. Absent: nowhere, so it is the machine of seed 0. */
  seeded: z.array(Seeding).exactOptional(),
  /** The host fed its command to the shell. Absent: a script did, as at first, so that worlds of then are the same when they are done again. */
  fed: z.literal(true).exactOptional(),
  /** What the machine changed in this turn of the files that it shares with the world's program. */
  found: FileChanges.exactOptional(),
  /** The first turn (1 is the first of the world) whose answer the model gave and the state took in; absent where none was. */
  over: z.int().min(1).exactOptional(),
  /** Why the state may differ from what the steps told; absent where it cannot. */
  uncertain: z.string().exactOptional(),
  /** A replay of earlier steps gave other text than they hold: the numbers of those turns. */
  diverged: z.array(z.int().min(1)).exactOptional(),
  /** The turns of `diverged` with the text that the replay showed. Only the first step after that replay has them. */
  differences: z.array(Difference).exactOptional()
})
export type Grounded = z.infer<typeof Grounded>
