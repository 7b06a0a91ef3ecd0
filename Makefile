# Needs python3 (3.11 or newer) on the path; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
STUDIO := build/studio
PAGE := hoyle/studio/assets/.made
PAGE_SOURCES := $(wildcard hoyle/studio/page/*.* hoyle/studio/page/src/*)
NPM_INSTALL := npm install --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel error
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: bench-claims bench-vector bench-scale ray bench-studio studio studio-static bench-unseen bench-editing editing consumers valet agreement-exported luck-battery bench bench-exported bench-builds bench-exploration bench-asked bench-asked-library bench-planted bench-passes bench-policies bench-states sanitize mutants ambiguities oracle soundness fuzz help demo test site check agreement words format env clean

help:
	@echo "make demo     install Hoyle alone, and run: hoyle demo"
	@echo "make test     install the development tools too, and run every test"
	@echo "make site     build the documents and a gallery of all games, without network, into build/site"
	@echo "make check    check format (of code and rule files), lint and types"
	@echo "make agreement  the interpreter against every other engine, thousands of games (long)"
	@echo "make agreement-exported  the exported engines alone (EXPORT_GAMES=1000 of each game, EXPORT_RULES=1000 random rule files,"
	@echo "              EXPORTED='hearts and test_c.py' or EXPORTED='any_game and test_c.py': which of them); long"
	@echo "make bench    how fast games are played, against other engines and hand-written C (YARDSTICKS=FOLDER: that of more games); long"
	@echo "make bench-unseen  the same of three rule files that no change of the engine had in view; a minute"
	@echo "make bench-scale  two Ray workers against one process, and what a shard costs (installs Ray)"
	@echo "make bench-vector  how many decisions a second learning programs are served, against the exported environment"
	@echo "make bench-exploration  how fast every state of a game is reached, against SPIN and Python (long)"
	@echo "make bench-builds  how long games take to be compiled for the first time"
	@echo "make bench-states  how fast single games are stepped from Python, compiled and by the interpreter"
	@echo "make bench-passes  how fast every library game plays, and what passes bring to it"
	@echo "make bench-claims  how the claims of the library games are decided, and why some are not proved (BUDGET=150 seconds a game; long)"
	@echo "make bench-asked     how much of what authors asked Hoyle asks by itself, into docs/explanation/ambiguities.md (long)"
	@echo "make bench-planted   how many of ten planted ambiguities of each kind Hoyle finds, into docs/explanation/ambiguities.md"
	@echo "make bench-policies  how fast greedy and searching players choose, compiled and by the interpreter (long)"
	@echo "make bench-editing  how soon the language server says what is wrong with a text that is typed"
	@echo "make bench-studio  how soon the studio paints, checks and answers keys in a browser (after make studio-static: there, too)"
	@echo "make luck-battery  a published battery of tests, dieharder, over the numbers that play draws (minutes; apt-get install dieharder)"
	@echo "make sanitize 100,000 games of each rule file, compiled, under memory and arithmetic checks (long)"
	@echo "make words RULEBOOKS=FOLDER  how many words the rule files have, against their rulebooks"
	@echo "make mutants  break the rules of each game on purpose: how many of the changes are noticed? (long)"
	@echo "make fuzz     200,000 hostile texts and 500 changed rule files through every command (TEXTS, CHANGED, FUZZ_SEED; long)"
	@echo "make oracle   hold each technique of verify against a plain enumeration of tiny games and random rule files"
	@echo "              (ORACLE_SECONDS=3600 of work for random files, ORACLE_SEED=1 for the same ones again); long"
	@echo "make ray      real Ray workers on this machine: the figures of one process, also where a worker is killed (installs Ray)"
	@echo "make soundness  500 changed certificates are refused; and what is proved by counting, or with a part of the rules hidden, of"
	@echo "              random rule files and of mutants, holds in every position of theirs"
	@echo "              (SOUND_GAMES=300 of each kind, for SOUND_MINUTES=60 at most; SOUND_FIRST=1000 for others); long"
	@echo "make editing  1,000 random edits of all rule files through the language server, and every name of them changed (long)"
	@echo "make consumers  write down which files match each node of the IR, as tests/repo holds it"
	@echo "make studio   build the page of the studio into hoyle/studio/assets (npm brings the pinned packages the first time)"
	@echo "make studio-static  write the studio for browsers into build/studio-static (STATIC=FOLDER), and test it in one"
	@echo "              (npm and pip bring Python for browsers and a solver, about 20 MB; long)"
	@echo "make vsix     pack the extension for VS Code into build/hoyle-VERSION.vsix, and test it with VS Code's own programs"
	@echo "              (npm brings the pinned packages the first time; after that it needs no network)"
	@echo "make format   format the code and the rule files, and mend what lint can mend"
	@echo "make env      make or renew $(VENV)"
	@echo "make clean    remove $(VENV), caches and built files"

demo: $(INSTALLED)
	@$(BIN)/hoyle demo

# Some tests wait more than they work: one worker more than there are processors.
WORKERS ?= $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 1)))
test: $(READY) $(PAGE)
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

site: $(READY)
	@$(BIN)/mkdocs build --quiet --strict
	@echo "The site is in build/site: open build/site/index.html"

check: $(READY)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/hoyle fmt --check rules
	@$(BIN)/mypy

# Long runs play what users have; everyday tests compile their C in a third of the time.
agreement agreement-exported sanitize ambiguities oracle: export HOYLE_CFLAGS =

agreement: $(READY)
	@HOYLE_GAMES_FULL=1 HOYLE_AGREEMENT_GAMES=2000 $(BIN)/python -m pytest -q -n 2 --timeout 3600 tests/agreement
	@HOYLE_GAMES_FULL=1 HOYLE_NATIVE_GAMES=10000 $(BIN)/python -m pytest -q -n 2 --timeout 36000 tests/native/test_agreement.py
	@HOYLE_GAMES_FULL=1 $(BIN)/python -m pytest -q -n 2 --timeout 36000 tests/native tests/core tests/verify_smt/test_agreement.py tests/hoyle/test_figures.py tests/hoyle/test_rulebook.py tests/hoyle/test_compiled_states.py tests/hoyle/test_luck_laid_down.py tests/editor/test_format.py tests/editor/test_names.py tests/export_js/test_web.py tests/limits/test_choices.py tests/conformance tests/export_adapted/test_adapted.py tests/export/test_python.py tests/docs/test_readme.py tests/docs/test_tutorial.py tests/docs/test_how_to.py
	@HOYLE_GAMES_FULL=1 $(BIN)/python -m pytest -q -n 2 --timeout 36000 -k compilers tests/export_c/test_c.py
	@$(MAKE) --no-print-directory agreement-exported

EXPORT_GAMES ?= 1000
EXPORT_RULES ?= 1000
EXPORTED ?= agree

agreement-exported: $(READY)
	@HOYLE_GAMES_FULL=1 HOYLE_EXPORT_GAMES=$(EXPORT_GAMES) HOYLE_EXPORT_RULES=$(EXPORT_RULES) $(BIN)/python -m pytest -q -n 2 --timeout 7200 --durations 0 --durations-min 1 -k "$(EXPORTED)" tests/export/test_agreement.py tests/export_c/test_c.py tests/export_js/test_javascript.py tests/export_adapted

# Ray is large, and only clusters need it.
$(VENV)/.ray: $(READY)
	@echo "Adding Ray to $(VENV)"
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[ray]'
	@touch $@

ray: $(VENV)/.ray
	@HOYLE_RAY=1 $(BIN)/python -m pytest -q tests/hoyle/test_cluster.py

bench-vector: $(READY)
	@$(BIN)/python -m bench.vector

bench-scale: $(VENV)/.ray
	@$(BIN)/python -m bench.scale

bench: $(READY)
	@$(BIN)/python -m bench.simulation $(if $(YARDSTICKS),--yardsticks $(YARDSTICKS))

bench-unseen: $(READY)
	@$(BIN)/python -m bench.simulation --unseen

bench-exported: $(READY)
	@$(BIN)/python -m bench.exported

bench-builds: $(READY)
	@$(BIN)/python -m bench.builds

bench-states: $(READY)
	@$(BIN)/python -m bench.states

bench-editing: $(READY)
	@$(BIN)/python -m bench.editing

bench-studio: $(READY) $(PAGE)
	@$(BIN)/python -m bench.studio $(if $(wildcard $(STATIC)/index.html),--static $(STATIC))

bench-passes: $(READY)
	@$(BIN)/python -m bench.passes

BUDGET ?= 150

bench-claims: $(READY)
	@$(BIN)/python -m bench.claims --budget $(BUDGET)

bench-asked: $(READY)
	@$(BIN)/python -m bench.asked --page

bench-asked-library: $(READY)
	@$(BIN)/python -m bench.asked --library --budget 240 --page

bench-planted: $(READY)
	@$(BIN)/python -m bench.planted --page

bench-policies: $(READY)
	@$(BIN)/python -m bench.policies

luck-battery: $(READY)
	@$(BIN)/python -m bench.battery

bench-exploration: $(READY)
	@$(BIN)/python -m bench.exploration

valet: $(READY)
	@$(BIN)/python -m bench.valet

sanitize: $(READY)
	@HOYLE_SANITIZED_GAMES=100000 $(BIN)/python -m pytest -q -n 2 --timeout 7200 tests/native/test_build.py -k sanitizers

words: $(READY)
	@$(BIN)/python bench/words.py $(RULEBOOKS)

MUTANTS ?= 40
MUTANTS_SEED ?= 1
GAMES ?= $(notdir $(wildcard rules/*))

mutants: $(READY)
	@for game in $(GAMES); do $(BIN)/hoyle mutants $$game --sample $(MUTANTS) --games 50 --seed $(MUTANTS_SEED) || exit 1; done

ambiguities: $(READY)
	@HOYLE_AMBIGUITIES_FULL=1 $(BIN)/python -m pytest -q --timeout 3600 tests/ambiguity/test_rulebooks.py
	@HOYLE_EVERY_EDIT=1 $(BIN)/python -m pytest -q --timeout 3600 tests/ambiguity/test_asked.py -k every_edit
	@HOYLE_EVERY_EDIT=1 HOYLE_ASKED_SECONDS=30 $(BIN)/python -m pytest -q --timeout 3600 tests/ambiguity/test_asked_replays.py

ORACLE_SECONDS ?= 3600
ORACLE_SEED ?= 0

oracle: $(READY)
	@HOYLE_ORACLE_SECONDS=$(ORACLE_SECONDS) HOYLE_ORACLE_SEED=$(ORACLE_SEED) $(BIN)/python -m pytest -q -s tests/oracle/test_techniques.py
	@HOYLE_GAMES_FULL=1 HOYLE_ORACLE_FULL=1 $(BIN)/python -m pytest -q -n 2 --timeout 7200 tests/oracle/test_oracle.py

SOUND_GAMES ?= 300
SOUND_MINUTES ?= 60
SOUND_FIRST ?= 1

soundness: $(READY)
	@HOYLE_CORRUPTIONS=500 $(BIN)/python -m pytest -q -n 2 tests/hoyle/test_recheck.py
	@mkdir -p build
	@for kind in files mutants hidden-files hidden-mutants; do $(BIN)/python -m tests.oracle.sound $$kind --count $(SOUND_GAMES) --minutes $(SOUND_MINUTES) --first $(SOUND_FIRST) 2>build/sound-$$kind.jsonl || exit 1; done

TEXTS ?= 200000
CHANGED ?= 500
FUZZ_SEED ?= 1

fuzz: $(READY)
	@$(BIN)/python -m tests.fuzz --texts $(TEXTS) --mutants $(CHANGED) --seed $(FUZZ_SEED) --out build/fuzz-$(FUZZ_SEED)

editing: $(READY)
	@HOYLE_EDITS=1000 $(BIN)/python -m pytest -q --timeout 3600 tests/language_server -k random
	@HOYLE_RENAMES=100000 $(BIN)/python -m pytest -q -n 2 --timeout 36000 tests/editor/test_rename.py

studio: $(PAGE)

# The studio for browsers needs Python for browsers and a solver for it, which are no part of Hoyle.
RUNTIME := build/studio-runtime
STATIC ?= build/studio-static

studio-static: $(READY) $(PAGE) $(RUNTIME)/.installed
	@$(BIN)/hoyle studio --static $(STATIC) --force
	@HOYLE_STUDIO_STATIC=$(STATIC) $(BIN)/python -m pytest -q --timeout 1200 tests/studio/test_static.py
	@HOYLE_GAMES_FULL=1 $(BIN)/python -m pytest -q --timeout 1200 tests/studio/test_page.py

$(RUNTIME)/.installed: hoyle/studio/static.py
	@echo "Bringing Python for browsers and a solver to $(RUNTIME)"
	@mkdir -p $(RUNTIME)
	@cd $(RUNTIME) && npm pack --silent pyodide@$$($(CURDIR)/$(BIN)/python -c 'import hoyle.studio.static as s; print(s.PYODIDE)') | xargs tar xzf
	@$(PIP) download --no-deps --only-binary :all: --platform pyemscripten_2026_0_wasm32 --python-version 3.14 \
	  --dest $(RUNTIME) z3-solver==$$($(BIN)/python -c 'import hoyle.studio.static as s; print(s.SOLVER)')
	@touch $@

$(PAGE): $(READY) $(STUDIO)/.installed $(PAGE_SOURCES)
	@$(BIN)/python -m hoyle.studio.page.bundle
	@touch $@

$(STUDIO)/.installed: hoyle/studio/page/package.json
	@echo "Adding the packages of the studio's page to $(STUDIO)"
	@rm -rf $(STUDIO)
	@mkdir -p $(STUDIO)
	@cp hoyle/studio/page/package.json $(STUDIO)/package.json
	@cd $(STUDIO) && $(NPM_INSTALL)
	@touch $@

VSCODE := build/vscode

vsix: $(READY) $(VSCODE)/.installed
	@$(BIN)/python -m editors.vscode.pack
	@HOYLE_EDITORS=1 $(BIN)/python -m pytest -q tests/editors

$(VSCODE)/.installed: editors/vscode/package.json
	@echo "Adding the packages of the extension to $(VSCODE)"
	@mkdir -p $(VSCODE)
	@cp editors/vscode/package.json $(VSCODE)/package.json
	@cd $(VSCODE) && $(NPM_INSTALL)
	@touch $@

consumers: $(READY)
	@$(BIN)/python -m tests.repo.consumers

format: $(READY)
	@$(BIN)/ruff format .
	@$(BIN)/hoyle fmt rules
	@$(BIN)/ruff check --fix .

env: $(READY)

# Two levels of readiness: what plays and verifies, and with the tools that develop and test it.
# The build back end is installed first, so that its version is pinned as well.
$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hoyle needs Python 3.11 or newer, and $(PYTHON) is %d.%d: make PYTHON=..." % sys.version_info[:2])'
	@echo "Setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --constraint constraints.txt hatchling
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable .
	@touch $@

$(READY): $(INSTALLED)
	@echo "Adding the development tools to $(VENV)"
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
