// A file that is committed before anybody has seen it: what is then seen in it was there when it was committed.

/** Paths that are there by word only, one `kind path` a line, in the guest: the list is a part of its state. */
export const CLAIMS = '/run/dream/claims'

// What git calls a file of no bytes.
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

/** What stands in a commit for a changed file that nobody has seen: a line that such a file does not have. */
export const UNSEEN = 'Nobody has seen what is in this file.'
/** In `.git`, of each such file: the number of the line that is not committed (0 is the last), and its path. */
export const CHANGED = 'unseen'

/**
 * A function of the shell, `settle PATH`: called when a claimed file has got its content. Commits in which it stands empty or as `UNSEEN` are
 * written anew with it, their authors, times and messages as they were, and names that stood for the old ones stand for the new ones.
 */
export const SETTLE = `settle() {
  grep -qxF -e "file $1" -e "pending $1" ${CLAIMS} && [ -s "$1" ] || return 0
  d=\${1%/*}
  while [ "$d" ] && [ ! -d "$d/.git" ]; do d=\${d%/*}; done
  [ "$d" ] || return 0
  (cd "$d" && commit_seen "\${1#"$d/"}"; chown -R --reference="$d" .git) >/dev/null 2>&1
}
git_here() { git -c safe.directory='*' "$@"; }
commit_seen() {
  head=$(git_here rev-parse HEAD)
  was=$(git_here rev-parse -q --verify "$head:$1")
  new=$(git_here hash-object -w "$1")
  mode=100644; [ ! -x "$1" ] || mode=100755
  if [ "$was" = "$(echo '${UNSEEN}' | git_here hash-object --stdin)" ]; then
    line=$(awk -v file="$1" '{ n = $1; sub(/^[0-9]+ /, "") } $0 == file { print n; exit }' .git/${CHANGED})
    [ "\${line:-0}" -ge 1 ] && [ "$line" -le "$(wc -l < "$1")" ] || line='$'
    new=$(sed "\${line}d" "$1" | git_here hash-object -w --stdin)
  elif [ "$was" != ${EMPTY} ] && ! { [ -z "$was" ] && [ -e .git/cloned ]; }; then
    case $(git_here ls-files -s -- "$1") in *" ${EMPTY} "*) git_here update-index --cacheinfo "$mode,$new,$1" ;; esac
    return
  fi
  map=
  for commit in $(git_here rev-list --topo-order --reverse --branches --tags HEAD); do
    tree=$(git_here rev-parse "$commit^{tree}")
    there=$(git_here rev-parse -q --verify "$commit:$1")
    if [ "$there" = "$was" ] && { [ "$was" ] || [ "$commit" = "$head" ]; }; then
      tree=$(export GIT_INDEX_FILE=.git/settling; git_here read-tree "$commit"; git_here update-index --add --cacheinfo "$mode,$new,$1"; git_here write-tree)
    fi
    made=$(git_here cat-file commit "$commit" | sed "1s/.*/tree $tree/;$map" | git_here hash-object -t commit -w --stdin)
    # One that is told its hash keeps it.
    if [ -e ".git/refs/replace/$commit" ]; then echo "$made" >".git/refs/replace/$commit"; continue; fi
    [ "$made" = "$commit" ] || map="$map;s/$commit/$made/g"
  done
  find .git/HEAD .git/packed-refs .git/refs .git/logs -type f -exec sed -i "$map" {} +
  git_here update-index --add --cacheinfo "$mode,$new,$1"
  rm -f .git/settling
}`
