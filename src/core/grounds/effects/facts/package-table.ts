// Packages that people name most, a line each: the name, its version in Debian 12 (`-` where Debian has none), and the commands that come with it
// or with what it depends on. Versions are those of Debian's index of packages for bookworm, read in November 2026; commands are written by hand, and
// were compared with the lists of files of the 38 of these packages that a Debian 12 here had.
export const PACKAGES = `
ack 3.6.0-1 ack
age 1.1.1-1+b3 age age-keygen
ansible 7.7.0+dfsg-3+deb12u1 ansible ansible-config ansible-console ansible-doc ansible-galaxy ansible-inventory ansible-playbook ansible-pull ansible-vault
apache2 2.4.68-1~deb12u1 apache2 apache2ctl apachectl a2enmod a2dismod a2ensite a2dissite
apache2-utils 2.4.68-1~deb12u1 ab htpasswd htdigest rotatelogs
apt-file 3.3 apt-file
aria2 1.36.0-1 aria2c
asciinema 2.2.0-1 asciinema
at 3.2.5-1+b1 at atq atrm batch
autoconf 2.71-3 autoconf autoheader autom4te autoreconf autoscan autoupdate ifnames
automake 1:1.16.5-1.3 automake aclocal
awscli 2.9.19-1 aws aws_completer
bat 0.22.1-4 batcat bat
bind9-dnsutils 1:9.18.49-1~deb12u1 dig nslookup nsupdate delv mdig
bison 2:3.8.2+dfsg-1+b1 bison yacc
black 23.1.0-1 black blackd
borgbackup 1.2.4-1 borg
btop 1.2.13-1 btop
btrfs-progs 6.2-1+deb12u2 btrfs mkfs.btrfs
build-essential 12.9 gcc g++ make cc c++ dpkg-buildpackage
bun - bun bunx
bundler 2.3.15-2+deb12u1 bundle bundler
busybox 1:1.35.0-4+deb12u1+b1 busybox
caddy 2.6.2-5 caddy
cargo 0.66.0+ds1-1 cargo
ccache 4.8+really4.7.5-1 ccache
certbot 2.1.0-4 certbot
chromium 150.0.7871.100-1~deb12u1 chromium
clang 1:14.0-55.7~deb12u1 clang clang++
clang-format 1:14.0-55.7~deb12u1 clang-format
clang-tidy 1:14.0-55.7~deb12u1 clang-tidy
cmake 3.25.1-1 cmake cpack ctest
composer 2.5.5-1+deb12u5 composer
conda - conda
containerd 1.6.20~ds1-1+deb12u3 containerd ctr
cowsay 3.03+dfsg2-8 cowsay cowthink
cpanminus 1.7046-1 cpanm
cron 3.0pl1-162 cron crontab
cryptsetup 2:2.6.1-4~deb12u2 cryptsetup
csvkit 1.0.7-1 csvcut csvlook csvgrep csvjson csvsort csvstat csvsql in2csv
cuda-toolkit - nvcc cuda-gdb
curl 7.88.1-10+deb12u15 curl
cython3 0.29.32-2+b1 cython3 cythonize3
default-jdk 2:1.17-74 java javac jar javadoc jshell jps jstack
default-jre 2:1.17-74 java
deno - deno
dialog 1.3-20230209-1 dialog
direnv 2.32.1-2+b4 direnv
dnsmasq 2.90-4~deb12u2 dnsmasq
dnsutils 1:9.18.49-1~deb12u1 dig nslookup nsupdate
docker-compose 1.29.2-3 docker-compose
docker.io 20.10.24+dfsg1-1+deb12u1+b6 docker dockerd
dos2unix 7.4.3-1 dos2unix unix2dos mac2unix
dotnet-sdk - dotnet
doxygen 1.9.4-4 doxygen
elixir 1.14.0.dfsg-2 elixir elixirc iex mix
emacs 1:28.2+1-15+deb12u4 emacs emacsclient
erlang 1:25.2.3+dfsg-1+deb12u4 erl erlc escript
ethtool 1:6.1-1 ethtool
exa 0.10.1-4+b1 exa
fail2ban 1.0.2-2 fail2ban-client fail2ban-server fail2ban-regex
fd-find 8.6.0-3 fdfind fd
ffmpeg 7:5.1.9-0+deb12u1 ffmpeg ffprobe ffplay
firebase-tools - firebase
fish 3.6.0-3.1+deb12u1 fish
flake8 5.0.4-4 flake8
flex 2.6.4-8.2 flex flex++
fortune-mod 1:1.99.1-7.3 fortune
fzf 0.38.0-1+b1 fzf
g++ 4:12.2.0-3 g++
gcc 4:12.2.0-3 gcc cc
gdb 13.1-3 gdb
gh 2.23.0+dfsg1-1 gh
ghostscript 10.0.0~dfsg-11+deb12u8 gs ps2pdf
git 1:2.39.5-0+deb12u3 git
git-lfs 3.3.0-1+deb12u1 git-lfs
gitlab-runner - gitlab-runner
gnupg 2.2.40-1.1+deb12u2 gpg gpgconf gpg-agent gpgv
gnuplot 5.4.4+dfsg1-2 gnuplot
golang 2:1.19~1 go gofmt
google-cloud-sdk - gcloud gsutil bq
gradle 4.4.1-18 gradle
grafana - grafana-server grafana-cli
graphviz 2.42.2-7+deb12u1 dot neato fdp circo twopi sfdp
groovy 2.4.21-8 groovy groovyc
gunicorn 20.1.0-6+deb12u1 gunicorn
haproxy 2.6.12-1+deb12u3 haproxy
helm - helm
htop 3.2.2-2 htop
httpie 3.2.1-1 http https httpie
hugo 0.111.3-1 hugo
hyperfine 1.15.0-2 hyperfine
imagemagick 8:6.9.11.60+dfsg-1.6+deb12u11 convert identify mogrify montage composite compare
inotify-tools 3.22.6.0-4 inotifywait inotifywatch
iotop 0.6-42-ga14256a-0.1+b2 iotop
iperf3 3.12-1+deb12u2 iperf3
ipset 7.17-1 ipset
iptables 1.8.9-2 iptables ip6tables iptables-save iptables-restore
jq 1.6-2.1+deb12u2 jq
julia - julia
kafka - kafka-topics.sh kafka-console-producer.sh kafka-console-consumer.sh
kubectl - kubectl
ldap-utils 2.5.13+dfsg-5 ldapsearch ldapadd ldapmodify
lftp 4.9.2-2+b1 lftp
lighttpd 1.4.69-1 lighttpd
llvm 1:14.0-55.7~deb12u1 llvm-config llc opt
locales 2.36-9+deb12u14 locale-gen update-locale
logrotate 3.21.0-1 logrotate
lolcat 100.0.1-3 lolcat
lshw 02.19.git.2021.06.19.996aaad9c7-2+b1 lshw
ltrace 0.7.3-6.4 ltrace
lua5.4 5.4.4-3+deb12u1 lua5.4 luac5.4 lua luac
lynx 2.9.0dev.12-1 lynx
mailutils 1:3.15-4 mail mailx
make 4.3-4.1 make
mariadb-client 1:10.11.18-0+deb12u1 mariadb mysql mysqldump mariadb-dump mysqladmin
mariadb-server 1:10.11.18-0+deb12u1 mariadbd mysqld mariadb mysql mysqldump
maven 3.8.7-1 mvn
mc 3:4.8.29-2 mc mcedit mcview
memcached 1.6.18-1 memcached
mercurial 6.3.2-1+deb12u1 hg
meson 1.0.1-5 meson
micro 2.0.11-2+b1 micro
minicom 2.8-2 minicom
minikube - minikube
mongodb - mongosh mongod mongodump mongorestore
mosh 1.4.0-1+b1 mosh mosh-client mosh-server
mosquitto 2.0.11-1.2+deb12u2 mosquitto
mosquitto-clients 2.0.11-1.2+deb12u2 mosquitto_pub mosquitto_sub
mtr 0.95-1 mtr
mypy 1.0.1-1 mypy dmypy
mysql-client - mysql mysqldump mysqladmin
mysql-server - mysqld mysql mysqldump mysqladmin
nasm 2.16.01-1 nasm ndisasm
ncdu 1.18-0.2 ncdu
neofetch 7.1.0-4 neofetch
neovim 0.7.2-7 nvim
netcat-openbsd 1.219-1 nc netcat
nftables 1.0.6-2+deb12u2 nft
nginx 1.22.1-9+deb12u9 nginx
ninja-build 1.11.1-2~deb12u1 ninja
nmap 7.93+dfsg1-1 nmap ncat nping
nodejs 18.20.4+dfsg-1~deb12u2 node nodejs
npm 9.2.0~ds1-1 npm npx
nvidia-utils - nvidia-smi
ocaml 4.13.1-4 ocaml ocamlc ocamlopt
openjdk-11-jdk - java javac jar jshell
openjdk-17-jdk 17.0.19+10-1~deb12u2 java javac jar javadoc jshell jps jstack
openjdk-17-jre 17.0.19+10-1~deb12u2 java
openjdk-21-jdk - java javac jar jshell
openssh-client 1:9.2p1-2+deb12u10 ssh scp sftp ssh-keygen ssh-add ssh-agent ssh-copy-id
openssh-server 1:9.2p1-2+deb12u10 sshd
openvpn 2.6.14-0+deb12u2 openvpn
p7zip-full 16.02+really26.01+dfsg-0+deb12u1 7z 7za 7zr
pandoc 2.17.1.1-2~deb12u1 pandoc
parallel 20221122+ds-2 parallel sem
parted 3.5-3 parted partprobe
perl 5.36.0-7+deb12u3 perl
php 2:8.2+93 php
php-cli 2:8.2+93 php
pipx 1.1.0-1 pipx
pkg-config 1.8.1-1 pkg-config
plocate 1.1.18-1 locate plocate updatedb
pngquant 2.17.0-1 pngquant
pnpm - pnpm pnpx
podman 4.3.1+ds1-8+deb12u1+b3 podman
poetry - poetry
poppler-utils 22.12.0-2+deb12u2 pdftotext pdfinfo pdftoppm pdfimages pdfunite pdfseparate
postfix 3.7.11-0+deb12u1 postfix sendmail postqueue postconf mailq
postgresql 15+248+deb12u1 psql pg_dump pg_dumpall pg_restore createdb dropdb createuser dropuser pg_isready pg_ctlcluster pg_lsclusters pg_basebackup vacuumdb reindexdb
postgresql-client 15+248+deb12u1 psql pg_dump pg_dumpall pg_restore createdb dropdb createuser dropuser pg_isready pg_basebackup vacuumdb reindexdb
pre-commit 3.0.4-1 pre-commit
prometheus 2.42.0+ds-5+deb12u1 prometheus promtool
protobuf-compiler 3.21.12-3+deb12u1 protoc
pv 1.6.20-1 pv
pwgen 2.08-2 pwgen
pylint 2.16.2-2 pylint
python3-pip 23.0.1+dfsg-1 pip pip3
qemu-system 1:7.2+dfsg-7+deb12u18+b3 qemu-system-x86_64 qemu-img
r-base 4.2.2.20221110-2 R Rscript
rabbitmq-server 3.10.8-1.1+deb12u1 rabbitmqctl rabbitmq-server rabbitmq-plugins
ranger 1.9.3-5 ranger
rclone 1.60.1+dfsg-2+b5 rclone
redis 5:7.0.15-1~deb12u7 redis-cli redis-server redis-benchmark
redis-server 5:7.0.15-1~deb12u7 redis-cli redis-server redis-benchmark
redis-tools 5:7.0.15-1~deb12u7 redis-cli redis-benchmark
restic 0.14.0-1+b5 restic
ripgrep 13.0.0-4+b2 rg
ruby 1:3.1 ruby irb gem erb rake ri
ruff - ruff
rustc 1.63.0+dfsg1-2 rustc rustdoc
rustup - rustup cargo rustc
samba 2:4.17.12+dfsg-0+deb12u4 smbd nmbd testparm smbpasswd
sass - sass
sbt - sbt
scala 2.11.12-5 scala scalac
screen 4.9.0-4 screen
shellcheck 0.9.0-1 shellcheck
shfmt 3.6.0-1+b2 shfmt
silversearcher-ag 2.2.0+git20200805-1+b1 ag
sl 5.02-1+b1 sl
smartmontools 7.3-1+b1 smartctl
smbclient 2:4.17.12+dfsg-0+deb12u4 smbclient
snapd 2.57.6-1+deb12u1+b2 snap
socat 1.7.4.4-2 socat
sox 14.4.2+git20190427-3.5 sox play rec
speedtest-cli 2.1.3-2 speedtest-cli speedtest
sqlite3 3.40.1-2+deb12u2 sqlite3
squashfs-tools 1:4.5.1-1 mksquashfs unsquashfs
sshfs 3.7.3-1.2~deb12u1 sshfs
sshpass 1.09-1+b1 sshpass
stow 2.3.1-1 stow
strace 6.1-0.1 strace
stress-ng 0.15.06-2 stress-ng
subversion 1.14.2-4+deb12u1 svn svnadmin
sudo 1.9.13p3-1+deb12u4 sudo visudo
supervisor 4.2.5-1 supervisorctl supervisord
swig 4.1.0-0.2 swig
sysstat 12.6.1-1 iostat mpstat pidstat sar
systemd 252.39-1~deb12u2 systemctl journalctl timedatectl hostnamectl localectl loginctl systemd-analyze
tcpdump 4.99.3-1 tcpdump
terraform - terraform
tesseract-ocr 5.3.0-2 tesseract
texlive 2022.20230122-3 tex latex pdflatex xelatex bibtex
texlive-latex-base 2022.20230122-3 latex pdflatex
tig 2.5.5-1 tig
time 1.9-0.2 time
tldr 0.9.2-2+b4 tldr
tmux 3.3a-3 tmux
traceroute 1:2.1.2-1 traceroute
trash-cli 0.17.1.14-5 trash trash-put trash-list trash-empty
tree 2.1.0-1 tree
tshark 4.0.17-0+deb12u3 tshark
typescript - tsc tsserver
ufw 0.36.2-1 ufw
unrar - unrar
unzip 6.0-28 unzip
uv - uv uvx
vagrant 2.3.4+dfsg-1+deb12u1 vagrant
valgrind 1:3.19.0-1 valgrind ms_print callgrind_annotate
varnish 7.1.1-2+deb12u1 varnishd varnishadm varnishlog
vault - vault
vim 2:9.0.1378-2+deb12u2 vim vi view vimdiff
vim-tiny 2:9.0.1378-2+deb12u2 vi
virtualenv 20.17.1+ds-1 virtualenv
watchman 4.9.0-7+b2 watchman
weechat 3.8-1 weechat
wget 1.21.3-1+deb12u1 wget
wireguard-tools 1.0.20210914-1+b1 wg wg-quick
wireshark 4.0.17-0+deb12u3 wireshark
wkhtmltopdf 0.12.6-2+b1 wkhtmltopdf
xclip 0.13-2 xclip
xmlstarlet 1.6.1-3 xmlstarlet
xsltproc 1.1.35-1+deb12u4 xsltproc
yamllint 1.29.0-1 yamllint
yarnpkg 1.22.19+~cs24.27.18-2+deb12u1 yarn yarnpkg
youtube-dl 2021.12.17-2 youtube-dl
yq 3.1.0-3 yq
yt-dlp 2023.03.04-1 yt-dlp
zip 3.0-13 zip
zoxide 0.4.3-5+b2 zoxide
zsh 5.9-4+b15 zsh
zstd 1.5.4+dfsg2-5 zstd unzstd zstdcat
`
