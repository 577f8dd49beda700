#!/bin/bash
# Says which list of sources the packages are taken from: FILE, or where parts of it do not answer, a list of those that do, in FOLDER.
#   image/sources.sh FILE FOLDER
# A mirror that is half through its own update offers lists that do not fit their hashes. It is asked again; what then still fails is named.
set -euo pipefail
folder=$(realpath "$2")
mkdir -p "$folder/lists/partial" "$folder/archives/partial"
apt=(apt-get -qq -o "Dir::State=$folder" -o Dir::State::status=/dev/null -o "Dir::Cache=$folder" -o "Dir::Etc::sourcelist=$1" -o Dir::Etc::sourceparts=/dev/null
  -o APT::Architecture=i386 -o APT::Architectures=i386 -o Acquire::Languages=none)
for pause in ${PAUSES-10 30} 0; do
  if "${apt[@]}" update 2> "$folder/log" && ! grep -q '^[EW]: ' "$folder/log"; then
    echo "$1"
    exit
  fi
  sleep "$pause"
done
grep '^[EW]: ' "$folder/log" >&2
# shellcheck disable=SC2016
"${apt[@]}" indextargets --format 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(REPO_URI) $(RELEASE) $(COMPONENT)' \
  'Created-By: Packages' > "$folder/sources.list"
[ -s "$folder/sources.list" ] || { echo "image/sources.sh: no source of $1 answers. Try again later, or name another list: SOURCES=FILE" >&2; exit 1; }
echo 'image/sources.sh: not every source answers. The packages come from these, and some may be older than elsewhere:' >&2
cat "$folder/sources.list" >&2
echo "$folder/sources.list"
