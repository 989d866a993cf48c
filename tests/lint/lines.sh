#!/bin/sh
# lines.sh PROGRAM OPTION…: re2c or bison as the Makefile calls them, but with the #line directives that lead gcov back.
program=$1
shift
for word; do
    shift
    case $word in
    --no-debug-info | --no-lines) ;;
    *) set -- "$@" "$word" ;;
    esac
done
exec "$program" "$@"
