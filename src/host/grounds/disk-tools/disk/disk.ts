// What a coding agent's tools need of a disk. The emulated machine provides it; tests provide a folder of their own.

/** `inside`: a part of the path is a file. */
export type DiskRead =
  | { bytes: Buffer }
  | { bytes: null; why: 'missing' | 'folder' | 'inside' | 'other'; reason: string }

export interface ShellOptions {
  /** Where the command starts; the root when absent. Ignored where `keeps` names a folder of its own. */
  cwd?: string
  timeoutSeconds?: number
  /** What passes from one command to the next: the folder where it ends well (`cwd`), or the folder and the exported variables (`all`). Absent: nothing. */
  keeps?: 'cwd' | 'all'
  /** How bash calls itself in its own messages; `bash` when absent. */
  program?: string
}

export interface Shelled {
  /** Both streams, in the order written. */
  output: string
  /** All of it where one shell lives on. */
  stdout: string
  stderr: string
  status: number
  /** The folder after the command. */
  cwd: string
  timedOut: boolean
  /** The shell that lives on ended, and another one is in its place. */
  restarted?: true
}

export interface Disk {
  /** The repository's folder. */
  root: string
  /** Folder for what tools remember between calls, such as which files were read. It is part of the machine's state. */
  state: string
  read(path: string): Promise<DiskRead>
  /** Creates missing folders. Without `mode` a file that exists keeps its own. @returns why it failed, or null */
  write(path: string, bytes: Uint8Array, mode?: number): Promise<string | null>
  /** A script for /bin/sh. `output` holds both streams. */
  run(script: string): Promise<{ status: number; output: string }>
  /** The shell that commands run in, by its name, which lives on with all that it holds; absent where each has its own. */
  session?: string
  /** A command of the agent's, by `bash -c`. */
  shell(command: string, options?: ShellOptions): Promise<Shelled>
}

/** The tools of no machine can answer this call: the rule says why, and the model is asked. */
export interface NeedsModel {
  needsModel: string
}

/** The agent that the tool is of marks the call as failed. */
export interface Failed {
  text: string
  fails: true
}

/** A text alone is the answer to a call that did what it was to do. */
export type DiskAnswer = string | Failed | NeedsModel

export const failed = (text: string): Failed => ({ text, fails: true })

export type Arguments = Record<string, unknown>

/** One word of a shell command. No word can hold a NUL: the shell would end the command in the middle of the quotes. */
export const quote = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`

export const text = (given: unknown): string => (typeof given === 'string' ? given : '')

export const count = (given: unknown): number | undefined => (typeof given === 'number' ? given : undefined)

/** Whether `path` is `folder` or lies below it. */
export const within = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

/** What is at the path: links are followed. */
export async function kindAt(disk: Disk, path: string): Promise<'file' | 'folder' | 'none'> {
  const at = quote(path)
  const { output } = await disk.run(
    `if [ -d ${at} ]; then echo folder; elif [ -e ${at} ]; then echo file; else echo none; fi`
  )
  const kind = output.trim()
  return kind === 'folder' || kind === 'file' ? kind : 'none'
}
