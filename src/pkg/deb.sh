#!/bin/sh
# deb.sh FOLDER     builds the Debian packages of this tree into FOLDER. The tree itself stays as it is.
set -eu
folder=$1
version=$(sed -n 's/^.define AISE_VERSION "\(.*\)"/\1/p' src/aise.h)
copy=$folder/aise-$version
rm -rf "$folder"
mkdir -p "$copy"
cp -R Makefile README.md LICENSE grammar rules src corpus tests src/pkg/debian "$copy"
(cd "$copy" && dpkg-buildpackage --build=binary --unsigned-changes --root-command=fakeroot) >"$folder/build.log" 2>&1 ||
    { tail -n 40 "$folder/build.log"; exit 1; }
ls "$folder"/*.deb
