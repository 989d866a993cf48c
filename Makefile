# aise: Italian heterodox chess listings to PGN.
#
#   make          program and libraries            make demo      convert a real game
#   make check    all tests (SAN=1: sanitizers)    make perft     count plies against the tables
#   make layers   direction of the #includes       make bench     speed and memory (BENCH_MB=50)
#   make soak     long random games (SOAK_GAMES=)  make mutants   does a test notice each rule that is off?
#   make deps     install what is needed (Debian)  make install   PREFIX=/usr/local DESTDIR= (uninstall)
#   make web      a page with the program in it    make deb       Debian packages (deb-check: lintian, a fresh root)
#   make web-check  the pages in a browser         make doc       manual pages, completions, the manual
#   make interop  other chess programs read what we write
#   make fuzz     libFuzzer (TIME=600 FUZZ=convert)  make faults    all that fails or is large
#   make lint-code  static analysis                make coverage  what the tests run (COVERAGE=src/pgn/pgn.c)
#   make valgrind   memory                         make threads   races between threads
#   make bench-repair   how many slips the linter mends (BENCH_REPAIR='--misses 20')
#
# CC=clang and SAN=1 build into folders of their own; everything made is in build/. V=1 shows the commands; DEPS=no
# never installs anything.

MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := all
export PATH := $(PATH):/usr/games
export DEPS SAN

# ---- what it takes: Debian's package names ----
DEPS_BUILD := gcc make re2c bison pkg-config libarchive-dev libxml2-dev libjansson-dev libsqlite3-dev
DEPS_CHECK := $(DEPS_BUILD) check python3 sqlite3
DEPS_ALL   := $(DEPS_CHECK) clang llvm libclang-rt-14-dev parallel pgn-extract stockfish

# ---- tools and flags ----
ifeq ($(origin CC),default)
CC := gcc
endif
AR     := ar
BISON  := bison
RE2C   := re2c
PYTHON := python3
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib

VERSION := $(shell sed -n 's/^.define AISE_VERSION "\(.*\)"/\1/p' src/aise.h)
SOVERSION := $(shell sed -n 's/^.define AISE_ABI \(.*\)/\1/p' src/aise.h)

CLANG := $(findstring clang,$(notdir $(CC)))
B := build$(if $(CLANG),/clang)$(if $(SAN),/san)

CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wconversion -Werror
INCLUDES := -I. -I$(B)
BASE := -std=c11 -D_GNU_SOURCE $(WARNINGS) $(INCLUDES) -fvisibility=hidden -MMD -MP
ifdef SAN
SANITIZERS := address,undefined
HARDEN = -fsanitize=$(SANITIZERS) -fno-sanitize-recover=undefined -fno-omit-frame-pointer
ifndef CLANG
# gcc's manual: in instrumented code the warnings that follow the flow may be wrong. The plain build has them.
HARDEN += -Wno-array-bounds -Wno-maybe-uninitialized -Wno-stringop-overflow
endif
HARDEN_LINK = -fsanitize=$(SANITIZERS)
else
HARDEN := -D_FORTIFY_SOURCE=2 -fstack-protector-strong
HARDEN_LINK := -Wl,-z,relro,-z,now
endif
# Of libarchive, libxml2 and sqlite only the headers: they are loaded at first need (src/base/lazy.c, src/verify/database.c).
LIBRARY_CFLAGS = $(shell pkg-config --cflags libarchive libxml-2.0)
LIBS := -ljansson -ldl -lm -pthread
COMPILE = $(CC) $(BASE) $(CPPFLAGS) $(CFLAGS) $(HARDEN)
LINK = $(CC) $(CFLAGS) $(HARDEN) $(HARDEN_LINK) $(LDFLAGS)

# What is being made, or with V=1 how.
SAY = $(if $(V),,@echo '  $@';)

# ---- sources ----
HOST_SRC := src/board/gen_tables.c src/web/embed.c src/web/fill.c
WEB_FILES := src/web/men.svg src/web/page.html src/web/page.css src/web/player.js src/web/page.js
GRAMMAR_RE := $(wildcard grammar/*.re)
GRAMMAR_Y := $(wildcard grammar/*.y)
MADE_C := $(GRAMMAR_RE:grammar/%.re=$(B)/%.c) $(GRAMMAR_Y:grammar/%.y=$(B)/%.c) $(B)/tables.c $(B)/web.c
MADE_H := $(GRAMMAR_Y:grammar/%.y=$(B)/%.h)
CLI_SRC := $(wildcard src/cli/*.c)
LIB_SRC := $(filter-out $(HOST_SRC) $(CLI_SRC),$(wildcard src/*/*.c)) $(wildcard rules/*.c grammar/*.c)
LIB_OBJ := $(LIB_SRC:%.c=$(B)/obj/%.o) $(MADE_C:$(B)/%.c=$(B)/obj/made/%.o)
PIC_OBJ := $(LIB_OBJ:$(B)/obj/%=$(B)/pic/%)
CLI_OBJ := $(CLI_SRC:%.c=$(B)/obj/%.o)
UNIT_SRC := $(wildcard tests/unit/*.c)
UNIT_OBJ := $(UNIT_SRC:%.c=$(B)/obj/%.o)
REF_SRC := $(wildcard tests/property/ref*.c)
REF_OBJ := $(REF_SRC:%.c=$(B)/obj/%.o)
# Programs of their own, each of one file.
PROPERTY_ALONE := $(wildcard $(patsubst %,tests/property/%.c,alarms infer damage lost roundtrip ornament))
PROPERTY_SRC := $(filter-out $(REF_SRC) $(PROPERTY_ALONE),$(wildcard tests/property/*.c))
PROPERTY_OBJ := $(PROPERTY_SRC:%.c=$(B)/obj/%.o)
TEST_PROGRAMS := $(addprefix $(B)/,unit perft property alarms infer damage lost roundtrip)

.PHONY: always all deps demo check check-here layers perft bench install uninstall clean
all: $(B)/aise $(B)/libaise.a $(B)/libaise.so

# ---- made sources ----
$(B)/%.c: grammar/%.re
	@mkdir -p $(@D)
	$(SAY)$(RE2C) -W -Werror --no-debug-info --no-generation-date -o $@ $<
$(B)/%.c $(B)/%.h &: grammar/%.y
	@mkdir -p $(@D)
	$(SAY)$(BISON) -Wall -Werror --no-lines --defines=$(B)/$*.h -o $(B)/$*.c $<
$(B)/gen_tables: src/board/gen_tables.c
$(B)/embed: src/web/embed.c
$(B)/fill: src/web/fill.c
$(B)/gen_tables $(B)/embed $(B)/fill:
	@mkdir -p $(@D)
	$(SAY)$(CC) -std=c11 -D_GNU_SOURCE -O1 $(WARNINGS) -I. -o $@ $<
$(B)/tables.c: $(B)/gen_tables
	$(SAY)$< > $@
$(B)/web.c: $(B)/embed $(WEB_FILES)
	$(SAY)$^ > $@

# ---- objects ----
$(B)/obj/%.o: %.c | $(MADE_H)
	@mkdir -p $(@D)
	$(SAY)$(COMPILE) -fPIE $(if $(filter src/base/%,$<),$(LIBRARY_CFLAGS)) -c -o $@ $<
$(B)/pic/%.o: %.c | $(MADE_H)
	@mkdir -p $(@D)
	$(SAY)$(COMPILE) -fPIC $(if $(filter src/base/%,$<),$(LIBRARY_CFLAGS)) -c -o $@ $<
$(B)/obj/made/%.o: $(B)/%.c | $(MADE_H)
	@mkdir -p $(@D)
	$(SAY)$(COMPILE) -Igrammar -fPIE -c -o $@ $<
$(B)/pic/made/%.o: $(B)/%.c | $(MADE_H)
	@mkdir -p $(@D)
	$(SAY)$(COMPILE) -Igrammar -fPIC -c -o $@ $<

# ---- products ----
$(B)/libaise.a: $(LIB_OBJ)
	@rm -f $@
	$(SAY)$(AR) rcs $@ $^
$(B)/libaise.so: $(PIC_OBJ)
	$(SAY)$(LINK) -shared -Wl,-soname,libaise.so.$(SOVERSION) -o $@ $^ $(LIBS)
$(B)/aise: $(CLI_OBJ) $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)

# ---- tests ----
# Written anew each time, changed only when the list has changed.
$(B)/suites.def: always
	@mkdir -p $(@D)
	@sed -n 's/^Suite \*\([a-z_0-9]*_suite\)(void)$$/SUITE(\1)/p' $(wildcard tests/unit/test_*.c) </dev/null | \
	  LC_ALL=C sort > $@.new
	@cmp -s $@.new $@ || cp $@.new $@
$(B)/obj/tests/unit/main.o: $(B)/suites.def
$(B)/unit: $(UNIT_OBJ) $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(shell pkg-config --libs check) $(LIBS)
$(B)/property: $(PROPERTY_OBJ) $(filter-out %/ref_main.o,$(REF_OBJ)) $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)
$(B)/damage $(B)/lost: $(B)/%: $(B)/obj/tests/property/%.o $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)
$(B)/alarms $(B)/infer: $(B)/%: $(B)/obj/tests/property/%.o $(B)/obj/tests/bench/style.o $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)
$(B)/roundtrip: $(addprefix $(B)/obj/tests/,property/roundtrip.o property/ornament.o bench/style.o) $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)
$(B)/ref: $(REF_OBJ)
	$(SAY)$(LINK) -pie -o $@ $^
$(B)/repair: $(patsubst %,$(B)/obj/tests/bench/%.o,repair slips style) $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)
$(B)/perft $(B)/games $(B)/measure: $(B)/%: $(B)/obj/tests/bench/%.o $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)

deps:
	@tests/deps.sh install $(DEPS_ALL)

# What is missing is installed first; the second make sees it.
demo:
	@tests/deps.sh need "$(DEPS_BUILD)" "$(DEPS_BUILD)"
	@$(MAKE) $(B)/aise >&2
	@$(B)/aise convert corpus/doublemove/castelli-merola.txt
check:
	@tests/deps.sh need "$(DEPS_CHECK)" "$(DEPS_ALL)"
	@$(MAKE) check-here
check-here: all $(TEST_PROGRAMS)
	@B=$(B) SAN=$(SAN) tests/check.sh

layers:
	@$(PYTHON) tests/layers.py

# ---- the page that needs no installation: the same C as WebAssembly, without files and threads ----
DEPS_WEB := clang lld wasi-libc libclang-rt-14-dev-wasm32
W := build/web
WASM_CC := clang
WASM_LEFT_OUT := src/base/archive.c src/base/html.c src/base/lazy.c src/base/output.c
WASM_SRC := $(filter-out $(HOST_SRC) $(WASM_LEFT_OUT),$(wildcard $(patsubst %,src/%/*.c,base bind board lint listing pgn \
  replay show web/wasm)) $(wildcard rules/*.c grammar/*.c) src/lib/reader.c src/lib/game.c)
WASM_OBJ := $(WASM_SRC:%.c=$(W)/obj/%.o) $(MADE_C:$(B)/%.c=$(W)/obj/made/%.o)
WASM_COMPILE = $(WASM_CC) --target=wasm32-wasi -O2 -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -fvisibility=hidden \
  -Isrc/web/wasm $(INCLUDES) -Igrammar -MMD -MP
web:
	@tests/deps.sh need "$(DEPS_BUILD) $(DEPS_WEB)" "$(DEPS_BUILD) $(DEPS_WEB)"
	@$(MAKE) $(W)/index.html
$(W)/obj/%.o: %.c | $(MADE_H)
	@mkdir -p $(@D)
	$(SAY)$(WASM_COMPILE) -c -o $@ $<
$(W)/obj/made/%.o: $(B)/%.c | $(MADE_H)
	@mkdir -p $(@D)
	$(SAY)$(WASM_COMPILE) -c -o $@ $<
$(W)/aise.wasm: $(WASM_OBJ)
	$(SAY)$(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -o $@ $^ -Wl,-z,stack-size=1048576 -Wl,--stack-first \
	  -Wl,--max-memory=268435456 -Wl,--strip-all
$(W)/module.txt: $(W)/aise.wasm
	$(SAY)gzip -9n < $< | base64 -w 0 > $@
LIVE := src/web/live.html style=$(W)/style.css men=src/web/men.svg module=$(W)/module.txt worker=src/web/worker.js \
  sample=corpus/doublemove/castelli-merola.txt player=src/web/player.js script=src/web/live.js
$(W)/style.css: src/web/page.css src/web/live.css
	@mkdir -p $(@D)
	$(SAY)cat $^ > $@
$(W)/index.html: $(B)/fill $(foreach part,$(LIVE),$(lastword $(subst =, ,$(part))))
	$(SAY)$(B)/fill $(LIVE) > $@

# The pages in headless Chromium; `make check` does it too where Chromium is installed.
web-check:
	@tests/deps.sh need "$(DEPS_BUILD) $(DEPS_WEB) chromium python3" "$(DEPS_BUILD) $(DEPS_WEB) chromium python3"
	@$(MAKE) $(B)/aise $(W)/index.html >&2
	@$(PYTHON) tests/web/show.py $(B)/aise
	@$(PYTHON) tests/web/report.py $(B)/aise
	@$(PYTHON) tests/web/live.py $(B)/aise $(W)/index.html
.PHONY: web web-check

perft: $(B)/perft $(B)/aise
	@$(B)/perft $(wildcard rules/perft/*.perft)
	@$(PYTHON) tests/bench/stockfish.py $(B)/aise

BENCH_MB ?= 50
BENCH_PAIRS ?= 5
# Listings of all variants for `verify`; games for the search of duplicates; BENCH_BIG=1: files of 2 GB too.
BENCH_ARCHIVE_MB ?= 200
BENCH_GAMES ?= 1000000
bench: $(B)/aise $(B)/games $(B)/measure
	@$(PYTHON) tests/bench/bench.py --build $(B) --mb $(BENCH_MB) --pairs $(BENCH_PAIRS)
	@$(PYTHON) tests/bench/archive.py --build $(B) --mb $(BENCH_ARCHIVE_MB) --games $(BENCH_GAMES) $(if $(BENCH_BIG),--big)

# ---- manual pages, completions and the manual: from the tables of command line, variants and findings ----
DOC_SRC := $(wildcard src/cli/doc/*.c)
DOC_OBJ := $(DOC_SRC:%.c=$(B)/obj/%.o)
DOC := $(addprefix $(B)/doc/,aise.1 aise.it.1 aise-manual.7 manual.md aise.bash aise.zsh aise.fish)
$(B)/describe: $(DOC_OBJ) $(filter-out %/main.o,$(CLI_OBJ)) $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)
$(B)/doc/aise.1: WHAT = page-en src/cli/doc/aise.en.1
$(B)/doc/aise.it.1: WHAT = page-it src/cli/doc/aise.it.1
$(B)/doc/aise-manual.7: WHAT = manual-page src/cli/manual.md
$(B)/doc/manual.md: WHAT = manual src/cli/manual.md
$(B)/doc/aise.bash $(B)/doc/aise.zsh $(B)/doc/aise.fish: WHAT = $(patsubst .%,%,$(suffix $@))
$(DOC): $(B)/describe $(wildcard src/cli/doc/aise.*.1) src/cli/manual.md
	@mkdir -p $(@D)
	$(SAY)$(B)/describe $(WHAT) > $@.new && if [ -n '$(filter %.1 %.7,$@)' ]; then $(B)/describe fold $@.new; else cat $@.new; fi > $@
	@rm $@.new
doc: $(DOC)
.PHONY: doc

# ---- installation ----
MANDIR ?= $(PREFIX)/share/man
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
# mode:file:where
INSTALLED = 755:$(B)/aise:$(PREFIX)/bin/aise 644:src/aise.h:$(PREFIX)/include/aise.h \
  644:$(B)/libaise.a:$(LIBDIR)/libaise.a 644:$(B)/libaise.so:$(LIBDIR)/libaise.so.$(SOVERSION) \
  644:$(B)/aise.pc:$(LIBDIR)/pkgconfig/aise.pc \
  644:$(B)/doc/aise.1:$(MANDIR)/man1/aise.1 644:$(B)/doc/aise.it.1:$(MANDIR)/it/man1/aise.1 \
  644:$(B)/doc/aise-manual.7:$(MANDIR)/man7/aise-manual.7 644:$(B)/doc/manual.md:$(PREFIX)/share/doc/aise/manual.md \
  644:$(B)/doc/aise.bash:$(PREFIX)/share/bash-completion/completions/aise 644:$(B)/doc/aise.zsh:$(ZSHDIR)/_aise \
  644:$(B)/doc/aise.fish:$(PREFIX)/share/fish/vendor_completions.d/aise.fish
$(B)/aise.pc: always
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$${prefix}/include' '' 'Name: aise' \
	  'Description: reads, replays and writes games of the AISE chess variants' 'Version: $(VERSION)' \
	  'Libs: -L$${libdir} -laise' 'Requires.private: jansson' 'Libs.private: $(filter-out -ljansson,$(LIBS))' \
	  'Cflags: -I$${includedir}' > $@
install: all $(DOC) $(B)/aise.pc
	@set -e; for one in $(INSTALLED); do \
	  mode=$${one%%:*}; one=$${one#*:}; install -D -m $$mode "$${one%%:*}" "$(DESTDIR)$${one#*:}"; done
	@ln -sf libaise.so.$(SOVERSION) "$(DESTDIR)$(LIBDIR)/libaise.so"
uninstall:
	@for one in $(INSTALLED); do rm -f "$(DESTDIR)$${one##*:}"; done
	@rm -f "$(DESTDIR)$(LIBDIR)/libaise.so"
	@rmdir "$(DESTDIR)$(PREFIX)/share/doc/aise" 2>/dev/null || true

# One slip each in thousands of sound games: noticed, placed, mended; time a game.
bench-repair: $(B)/repair
	@$(B)/repair $(BENCH_REPAIR) $(wildcard corpus/*/*.txt)
.PHONY: bench-repair

# ---- Debian packages, from a copy of the tree; src/pkg/debian is its debian/ ----
DEPS_DEB := $(DEPS_CHECK) debhelper dpkg-dev fakeroot
DEB := build/deb
deb:
	@tests/deps.sh need "$(DEPS_DEB)" "$(DEPS_DEB)"
	@src/pkg/deb.sh $(DEB)
# lintian on the packages, then they are installed and run in a root of their own, which debootstrap makes.
deb-check:
	@tests/deps.sh need "$(DEPS_DEB) lintian debootstrap" "$(DEPS_DEB) lintian debootstrap"
	@$(MAKE) deb
	@tests/lib/deb.sh $(DEB)
.PHONY: deb deb-check

# ---- long tests ----
# Random games of every variant against the reference generator, and written in all ways without a false alarm
# (SOAK_SEED: other games).
SOAK_GAMES ?= 2000
SOAK_ALARMS ?= 10000
SOAK_SEED ?= 1
soak: $(B)/property $(B)/alarms
	@$(B)/property --games $(SOAK_GAMES) --seed $(SOAK_SEED)
	@$(B)/alarms --games $(SOAK_ALARMS) --seed $(SOAK_SEED)
# Random games of every variant from PGN to listing to PGN, and every file of the corpus.
ROUNDTRIP_GAMES ?= 20000
roundtrip: $(B)/roundtrip
	@$(B)/roundtrip --games $(ROUNDTRIP_GAMES) --seed $(SOAK_SEED) $(wildcard corpus/*/*.txt corpus/*/*.pgn)
soak: roundtrip
.PHONY: roundtrip
# Texts hurt at every place, and at random: no game touches another, nothing is lost.
HURT_ROUNDS ?= 3000
hurt: $(B)/damage $(B)/lost
	@mkdir -p $(B)/hurt && tests/property/texts.sh $(B)/hurt
	@$(B)/damage --all $(wildcard corpus/*/*.txt corpus/*/*.pgn tests/property/damage/*.txt) $(B)/hurt/games.*
	@$(B)/lost --rounds $(HURT_ROUNDS) $(wildcard corpus/*/*.txt corpus/*/*.pgn tests/property/damage/*.txt tests/cases/*.in)
soak: hurt
.PHONY: hurt
# Each numbered rule off in turn, in a build of its own: its test must notice.
M := $(B)/mutants
mutants:
	@$(MAKE) B=$(M) CPPFLAGS=-DAISE_MUTANTS $(M)/unit $(M)/perft $(M)/property
	@$(PYTHON) tests/mutants/mutants.py $(M)
.PHONY: soak mutants

clean:
	rm -rf build

-include $(shell find $(B)/obj $(B)/pic $(W)/obj -name '*.d' 2>/dev/null)

# ---- nothing breaks it ----
# Each target of tests/fuzz/ for TIME seconds from a fresh corpus, by clang's libFuzzer with ASan and UBSan.
# FUZZ=convert: only that one. What it finds is minimised into tests/fuzz/regress/TARGET/, which `make check` replays.
FUZZ ?= grammar convert roundtrip report position written page archive
TIME ?= 600
FUZZ_B := build/fuzz
FUZZ_SRC := $(filter-out tests/fuzz/driver.c tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c))
FUZZ_OBJ := $(FUZZ_SRC:%.c=$(B)/obj/%.o)
fuzz:
	@tests/deps.sh need "$(DEPS_CHECK) clang llvm libclang-rt-14-dev" "$(DEPS_ALL)"
	@$(MAKE) CC=clang SAN=1 B=$(FUZZ_B) CFLAGS='-O1 -g -fsanitize=fuzzer-no-link' $(FUZZ:%=$(FUZZ_B)/fuzz-%)
	@tests/fuzz/run.sh $(FUZZ_B) $(TIME) $(FUZZ)
$(B)/obj/fuzz/%.o: tests/fuzz/driver.c
	@mkdir -p $(@D)
	$(SAY)$(COMPILE) -DFUZZ_TARGET=$* -c -o $@ $<
$(B)/fuzz-%: $(B)/obj/fuzz/%.o $(FUZZ_OBJ) $(B)/libaise.a
	$(SAY)$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBS)
$(B)/replay: $(FUZZ_OBJ) $(B)/obj/tests/fuzz/replay.o $(B)/libaise.a
	$(SAY)$(LINK) -pie -o $@ $^ $(LIBS)

# Preloaded, it lets allocations, reads and writes fail on order.
$(B)/fault.so: tests/faults/fault.c
	@mkdir -p $(@D)
	$(SAY)$(CC) -std=c11 -D_GNU_SOURCE -O2 $(WARNINGS) -fPIC -shared -o $@ $< -ldl
# Every N-th failure of every command; inputs of every size and kind of mischief.
faults: $(B)/aise $(B)/fault.so
	@$(PYTHON) tests/faults/faults.py $(B)/aise $(B)/fault.so --all
	@$(PYTHON) tests/faults/files.py $(B)/aise
	@$(PYTHON) tests/faults/large.py $(B)/aise
soak: faults
check-here: $(B)/replay $(B)/fault.so

# Static analysis: cppcheck, clang-tidy, clang's analyser; and what no source may call.
lint-code: $(MADE_C) $(MADE_H) $(B)/aise
	@tests/deps.sh need "$(DEPS_BUILD) cppcheck clang-tidy clang" "$(DEPS_BUILD) cppcheck clang-tidy clang"
	@$(PYTHON) tests/lint/lint.py $(B) "$(BASE) -Igrammar $(LIBRARY_CFLAGS)"
# Lines and branches that `make check` runs, per file (gcov), also as another user (umask). COVERAGE=src/pgn/pgn.c: what
# of it is not run.
coverage:
	@umask 0; PLAIN=1 $(MAKE) B=build/coverage CFLAGS='-O0 -g --coverage' HARDEN= RE2C='tests/lint/lines.sh re2c' \
	  BISON='tests/lint/lines.sh bison' check-here; $(PYTHON) tests/lint/coverage.py build/coverage $(COVERAGE)
valgrind: $(B)/aise
	@$(PYTHON) tests/faults/valgrind.py $(B)/aise
# Every command on several threads under ThreadSanitizer; a race ends the run with a status that no test expects.
threads:
	@$(MAKE) SAN=1 SANITIZERS=thread B=build/threads build/threads/aise
	@TSAN_OPTIONS='exitcode=66 halt_on_error=1 suppressions=$(CURDIR)/tests/faults/threads.supp' \
	  $(PYTHON) tests/golden/verify.py build/threads/aise
.PHONY: fuzz faults lint-code coverage valgrind threads

# ---- real programs read what we write ----
# What cannot be installed is told by the test itself.
# The published schema of SARIF 2.1.0.
SARIF_SCHEMA := $(B)/interop/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
DEPS_INTEROP := pgn-extract xboard scid pychess chessx xvfb xdotool nodejs npm
interop:
	@tests/deps.sh need "$(DEPS_BUILD) $(DEPS_INTEROP)" "$(DEPS_BUILD) $(DEPS_INTEROP)" || true
	@$(MAKE) $(B)/aise $(B)/games >&2
	@$(MAKE) $(B)/interop/node_modules/.package-lock.json >&2 || true
	@$(PYTHON) tests/interop/interop.py $(B)
	@$(PYTHON) tests/golden/sarif.py $(B)/aise $(SARIF_SCHEMA)
$(B)/interop/node_modules/.package-lock.json: tests/interop/package.json tests/interop/package-lock.json
	@mkdir -p $(B)/interop
	@cp $^ $(B)/interop
	$(SAY)cd $(B)/interop && npm ci --ignore-scripts --no-fund --no-audit --silent
.PHONY: interop
