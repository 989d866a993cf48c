#!/bin/sh
# texts.sh FOLDER: writes texts of many games, made of the corpus, into the folder.
cat corpus/*/*.pgn >"$1/games.pgn"
for sheet in corpus/*/*.txt; do
    cat "$sheet"
    echo
done >"$1/games.txt"
sed 's/$/\r/' "$1/games.txt" >"$1/games.crlf.txt"
