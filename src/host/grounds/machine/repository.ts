// A repository as lines of a script: what is not committed stays out of the last commit, and is there afterwards.
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'
import { CHANGED, CLAIMS, UNSEEN } from './settle.ts'

type Repository = Extract<StateChange, { do: 'git' }>

/** @param user whose repository it is: git refuses those of others */
export function repositoryScript(
  {
    path,
    branch,
    commits,
    remote,
    branches = [],
    tracked = [],
    tags = [],
    remotes = [],
    pending = [],
    ignored = [],
    identity
  }: Repository,
  user: string
): string[] {
  const run = (command: string) => (user === 'root' ? command : `su ${user} -c ${quoted(command)}`)
  const git = (words: string) => run(`cd ${quoted(path)} && git ${words}`)
  const of = (is: string) => pending.filter((one) => one.is === is).map((one) => one.path)
  const changed = pending.filter(({ is }) => is === 'changed')
  const deleted = of('deleted')
  const apart = [...of('untracked'), ...of('staged')].map(quoted).join(' ')
  const last = commits.length - 1
  return [
    `mkdir -p ${quoted(path)}`,
    ...(user === 'root' ? [] : [`chown -R ${user}: ${quoted(path)}`]),
    git(`init -q -b ${quoted(branch)} .`),
    // What the text shows of git's own settings says it better.
    ...(identity
      ? [
          git(
            `config user.name >/dev/null || { git config user.name ${quoted(identity.name)}; git config user.email ${quoted(identity.email ?? `${user}@localhost`)}; }`
          )
        ]
      : []),
    ...(ignored.length > 0
      ? [run(`cd ${quoted(path)} && printf '%s\\n' ${ignored.map(quoted).join(' ')} >> .git/info/exclude`)]
      : []),
    ...(remote ? [git(`remote add origin ${quoted(remote)} && touch .git/cloned`)] : []),
    ...remotes.map(({ name, url }) => git(`remote add ${quoted(name)} ${quoted(url)}`)),
    ...changed.map(({ path: file, line, head }, at) =>
      inside(path, head === undefined ? hideLine(file, { line, at }) : putBack(file, { head, at }))
    ),
    ...deleted.map((file) =>
      run(`cd ${quoted(path)} && mkdir -p "$(dirname ${quoted(file)})" && touch ${quoted(file)}`)
    ),
    ...commits.flatMap((commit, at) => {
      const add =
        at === last ? [git('add -A'), ...(apart ? [git(`rm -q --cached --ignore-unmatch -- ${apart}`)] : [])] : []
      return [
        ...add,
        run(`cd ${quoted(path)} && ${committing(commit, user)}${renamed(commit, '$(git symbolic-ref HEAD)')}`)
      ]
    }),
    ...changed.map(({ path: file }, at) =>
      inside(path, `[ ! -e .git/kept-${at} ] || mv -f .git/kept-${at} ${quoted(file)}`)
    ),
    ...deleted.map((file) => inside(path, `rm -f ${quoted(file)}`)),
    ...pending.flatMap(({ path: file, is }) =>
      is === 'changed' || is === 'staged' ? [inside(path, unseen(`${path}/${file}`))] : []
    ),
    ...(of('staged').length > 0 ? [git(`add -- ${of('staged').map(quoted).join(' ')}`)] : []),
    ...tracked.flatMap(({ name, back }) => trackedLines(name, { back, branch })).map(git),
    ...tags.map((tag) =>
      typeof tag === 'string' ? git(`tag ${quoted(tag)}`) : git(`tag ${quoted(tag.name)} HEAD~${tag.back}`)
    ),
    ...branches.flatMap((one) => {
      if (typeof one === 'string') return [git(`branch ${quoted(one)}`)]
      const begun = git(`branch ${quoted(one.name)} HEAD~${one.back}`)
      return [
        begun,
        ...(one.commits ?? []).map((commit) => run(`cd ${quoted(path)} && ${added(one.name, commit, user)}`))
      ]
    })
  ]
}

/** A commit on another branch than the one that is checked out, which stays as it is. */
const added = (branch: string, commit: Repository['commits'][number], user: string): string => {
  const at = quoted(`refs/heads/${branch}`)
  const { message, author = user, email = `${user}@localhost`, date } = partsOf(commit)
  const tree = `git -c user.name=${quoted(author)} -c user.email=${quoted(email)} commit-tree -m ${quoted(message)} -p ${at} "$(git rev-parse ${at}^{tree})"`
  return `${datedBy(date)}git update-ref ${at} "$(${tree})"${renamed(commit, quoted(`refs/heads/${branch}`))}`
}

/**
 * The commit under the hash that it is told to have, which is another one than it comes to: a copy of it has that name, and git takes the original
 * for what is in it, as for every object that `git replace` puts another in the place of.
 */
function renamed(commit: Repository['commits'][number], ref: string): string {
  const hash = typeof commit === 'string' ? undefined : commit.hash
  if (hash === undefined || !/^[0-9a-f]{7,40}$/.test(hash)) return ''
  return ` && r=${ref} && o=$(git rev-parse $r) && n=${hash}$(echo $o | cut -c ${hash.length + 1}-) && cd .git && mkdir -p objects/$(echo $n | cut -c 1-2) refs/replace && cp objects/$(echo $o | sed 's,^..,&/,') objects/$(echo $n | sed 's,^..,&/,') && echo $o >refs/replace/$n && echo $n >$r && sed -i "s/$o/$n/" logs/HEAD logs/$r && git config log.excludeDecoration 'refs/replace/*'`
}

/** A branch of a remote, which the branch of that name follows. */
function trackedLines(name: string, { back, branch }: { back: number; branch: string }): string[] {
  const remote = name.slice(0, name.indexOf('/'))
  const own = name.slice(remote.length + 1)
  return [
    `update-ref ${quoted(`refs/remotes/${name}`)} HEAD~${back}`,
    `config remote.${remote}.fetch ${quoted(`+refs/heads/*:refs/remotes/${remote}/*`)}`,
    ...(own === branch
      ? [
          `config branch.${quoted(own)}.remote ${remote}`,
          `config branch.${quoted(own)}.merge ${quoted(`refs/heads/${own}`)}`
        ]
      : [])
  ]
}

const inside = (path: string, command: string): string => `(cd ${quoted(path)} && { ${command}; })`

/** The file as the commit has it, until that was made. */
const putBack = (file: string, { head, at }: { head: string; at: number }): string => {
  const name = quoted(file)
  return `[ ! -e ${name} ] || { cp -p ${name} .git/kept-${at}; printf %s ${quoted(head)} > ${name}; }`
}

/**
 * Takes the line out of the file until the commit was made; the file itself is kept as it is, with its owner and time. One that is empty, or that
 * nobody has seen, is another one in the commit.
 */
const hideLine = (file: string, { line, at }: { line: number | undefined; at: number }): string => {
  const name = quoted(file)
  return `[ ! -e ${name} ] || { cp -p ${name} .git/kept-${at}; if [ -s ${name} ]; then sed -i ${quoted(`${line ?? '$'}d`)} ${name}; else echo ${quoted(UNSEEN)} > ${name}; printf '%s\\n' ${quoted(`${line ?? 0} ${file}`)} >> .git/${CHANGED}; fi; }`
}

/** Git shows what is in it, not its name alone. */
const unseen = (file: string): string =>
  `! grep -qxF ${quoted(`file ${file}`)} ${CLAIMS} 2>/dev/null || claim pending ${quoted(file)}`

function committing(commit: Repository['commits'][number], user: string): string {
  const { message, author = user, email = `${user}@localhost`, date } = partsOf(commit)
  const as = `git -c user.name=${quoted(author)} -c user.email=${quoted(email)} commit -q --allow-empty -m ${quoted(message)}`
  return `${datedBy(date)}${as}`
}

const partsOf = (commit: Repository['commits'][number]) => (typeof commit === 'string' ? { message: commit } : commit)

// `date` reads what git prints and what people write; what it cannot read is now.
const datedBy = (date: string | undefined): string =>
  date
    ? `d=$(date -d ${quoted(date)} '+@%s %z' 2>/dev/null) && export GIT_AUTHOR_DATE="$d" GIT_COMMITTER_DATE="$d"; `
    : ''
