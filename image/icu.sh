#!/bin/bash
# Cuts ICU's data, which node formats dates and numbers with, down to the language of the rest of the disk: English, as in node's own small build.
#   image/icu.sh LIBRARY      libicudata.so.NN, which is replaced
# What stays: English of all countries, what belongs to no language, and the encodings of the web. What goes is no longer listed as there.
set -euo pipefail
library=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
symbol=$(readelf -Ws --dyn-syms "$library" | awk '/OBJECT/ { print $8 }')
package=${symbol%_dat}l # l: a little-endian processor
objcopy -O binary --only-section=.rodata "$library" "$package.dat"
icupkg -l "$package.dat" > items
mkdir all
icupkg -x '*' -d all "$package.dat"

# The lists of languages, without the others.
mkdir en
for list in $(grep -E '(^|/)res_index\.res$' items); do
  name=$(basename "$(dirname "$list")")
  derb -c "./all/$list" > "en/$name.txt"
  sed -i -E -e "s/^res_index[{]/res_index:table(nofallback){/" -e '/^ +[a-z]{2,3}(_[A-Za-z0-9_]+)? \{ "" \}$/{/^ +en[ _]/!d}' "en/$name.txt"
  mkdir -p "new/$(dirname "$list")"
  mv "en/$name.txt" en/res_index.txt
  genrb -q -s en -d "new/$(dirname "$list")" res_index.txt
  echo "$list"
done > lists.txt

large='euc-jp-2007|gb18030|ibm-943_P15A-2003|ibm-970_P110_P110-2006_U2|ibm-1373_P100-2002|ibm-1375_P100-2008|ibm-1386_P100-2001|jisx-212|windows-9(36|49|50)-2000'
{
  grep -E '^([a-z]+/)?[a-z]{2,3}(_[A-Za-z0-9_]+)?\.res$' items | grep -vE '^([a-z]+/)?en[_.]'
  grep -E '^translit/|\.dict$|^(confusables\.cfu|unames\.icu)$|\.spp$' items
  find all -name '*.cnv' -size +40k -printf '%P\n' | grep -vE "^($large)\.cnv$"
} | sort -u > gone.txt
icupkg --ignore-deps -r gone.txt -a lists.txt -s new "$package.dat" "en/$package.dat"
mv "en/$package.dat" "$package.dat" # the name of a package is a part of it
printf '.section .note.GNU-stack,"",@progbits\n.section .rodata\n.globl %s\n.type %s,@object\n.balign 16\n%s: .incbin "%s"\n.size %s,.-%s\n' \
  "$symbol" "$symbol" "$symbol" "$package.dat" "$symbol" "$symbol" > data.s
i686-linux-gnu-gcc -shared -nostdlib -Wl,-soname,"$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')" -o data.so data.s
chmod 644 data.so
cat data.so > "$library"
