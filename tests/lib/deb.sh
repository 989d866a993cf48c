#!/bin/sh
# deb.sh FOLDER     the Debian packages in FOLDER: lintian finds nothing, and they install and run in a fresh root.
# As root (chroot); the last line is `N passed, N failed`.
set -u
folder=$1
passed=0
failed=0

# check WHAT COMMAND…
check() {
    what=$1
    shift
    if said=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n%s\n' "$what" "$said"
    fi
}

check 'lintian' lintian --allow-root --fail-on error,warning --suppress-tags bad-distribution-in-changes-file "$folder"/*.changes

# A root made once is kept: it holds Debian and nothing of ours.
root=$folder-root
if [ ! -e "$root.tar" ]; then
    debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" >"$root.log" 2>&1 &&
        tar -C "$root" -cf "$root.tar" . && rm -rf "$root"
fi
if [ ! -e "$root.tar" ]; then
    echo "no root: see $root.log"
    echo "$passed passed, $((failed + 1)) failed"
    exit 1
fi
rm -rf "$root"
mkdir "$root"
tar -C "$root" -xf "$root.tar"
mkdir "$root/packages"
cp "$folder"/*.deb corpus/doublemove/castelli-merola.txt "$root/packages"

inside() {
    chroot "$root" env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -c "cd /packages && $1"
}
check 'packages install' inside 'apt-get update -qq && apt-get install -y -qq --no-install-recommends ./aise_*.deb ./libaise0_*.deb'
check 'the program runs' inside 'aise convert castelli-merola.txt >a.pgn 2>a.log && grep -q "4. Ne4 Nfg5" a.pgn && grep -q "B201" a.log'
check 'it reads an archive' inside 'gzip -k castelli-merola.txt && aise convert castelli-merola.txt.gz 2>/dev/null | cmp - a.pgn'
check 'it reads a page' inside '(echo "<html><body><pre>"; cat castelli-merola.txt; echo "</pre>") >a.html && aise convert a.html 2>/dev/null | cmp - a.pgn'
check 'nothing is missing' inside '! ldd /usr/bin/aise /usr/lib/*/libaise.so.0 | grep "not found"'
check 'a program is built' inside 'apt-get install -y -qq --no-install-recommends gcc libc6-dev pkg-config ./libaise-dev_*.deb &&
    cc /usr/share/doc/libaise-dev/examples/example.c $(pkg-config --cflags --libs aise) -o example && ./example castelli-merola.txt | grep -q "Castelli - Merola (doublemove)"'
check 'packages go' inside 'apt-get purge -y -qq aise libaise0 libaise-dev && ! find / -xdev -path /proc -prune -o -path /packages -prune -o -name "*aise*" -print | grep -v "^/var/l" | grep .'
rm -rf "$root"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
