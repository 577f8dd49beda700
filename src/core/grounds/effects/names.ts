// The names of files and folders in a sentence.

// Files whose names have no ending.
const FILES = new Set(['Makefile', 'Dockerfile', 'LICENSE', 'README', 'Gemfile', 'Procfile'])

const UNENDED =
  /\/(?:\.ssh\/(?:config|authorized_keys|known_hosts|id_\w{1,12})|etc\/(?:hosts|passwd|group|shadow|fstab|motd|issue|hostname|sudoers|crontab|environment|profile)|Makefile|Dockerfile|LICENSE|README|Gemfile|Procfile|\.\w{1,20}rc|\.(?:profile|bash_profile|bash_history|gitconfig|gitignore|env))$/

/** Whether a path is that of a file by its whole name, though it has no ending. */
export const isUnended = (path: string): boolean => UNENDED.test(path)

const FOLDERS =
  /(?:^|\/)\.(?:venv|virtualenv|git|github|gitlab|vscode|idea|devcontainer|husky|ssh|config|cache|local|gnupg|aws|kube|docker|npm|nvm|cargo|rustup|m2|gradle|tox|next|terraform|dvc|(?:pytest|mypy|ruff)_cache|ipynb_checkpoints)$/

/** Whether a name with a dot before it is one that tools give to folders. */
export const isDotFolder = (name: string): boolean => FOLDERS.test(name)

/** The words of `list` that name files, by their ending or because only files are called so, and folders, by their slash. */
export function namesIn(list: string): { name: string; before: string; after: string }[] {
  return [...list.matchAll(/[^\s,;()]+/g)].flatMap(({ 0: word, index }) => {
    const name = word.replaceAll(/[`'"]/g, '').replace(/[.:!?]$/, '')
    const last = name.split('/').at(-1) ?? ''
    const ending = last.slice(last.lastIndexOf('.') + 1)
    const isFile =
      FILES.has(last) || (last.includes('.') && /^[A-Za-z]\w{0,9}$/.test(ending)) || /\.[a-z]{2,6}\.\d{1,3}$/.test(last)
    if (!/^[\w@+.-][\w@.+/-]*$/.test(name) || !(isFile || name.endsWith('/'))) return []
    return list.slice(index + word.length).startsWith(' files')
      ? []
      : [{ name, before: list.slice(0, index), after: list.slice(index + word.length) }]
  })
}
