# The game in one image: its own wheel in a Python, with the engine and the drawing of tables compiled, no compiler, no
# Node.js. Not root, nothing written outside /data and /tmp.
# Works on amd64 and arm64. `make image` builds and starts it.

# Tag and digest: the tag says what it is, the digest that it stays so (Dependabot names a newer one).
ARG BASE=python:3.13.16-slim-trixie@sha256:bf44cdfcb76cd3b41e879bc058fc37ec5872002ccfde7fcb765e218cde0cd79c

FROM ${BASE} AS build
WORKDIR /app
RUN python -m venv --without-pip /venv
COPY requirements ./requirements
RUN pip --python /venv/bin/python install --no-cache-dir --no-compile --disable-pip-version-check --require-hashes --only-binary :all: -r requirements/pip.txt
# http-ece has no wheel: its one file of Python is built by the setuptools above, which is not needed afterwards.
RUN pip --python /venv/bin/python install --no-cache-dir --no-compile --disable-pip-version-check --require-hashes --only-binary :all: --no-binary http-ece --no-build-isolation -r requirements/site.txt
COPY package.json package-lock.json ./
COPY tools ./tools
RUN python -m tools.npm_ci
COPY app ./app
COPY static ./static
RUN /venv/bin/python -m tools.build_assets
COPY engine ./engine
COPY templates ./templates
RUN /venv/bin/python -m tools.offline.build
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends gcc libc6-dev
RUN python -m venv --without-pip compiler
RUN pip --python compiler/bin/python install --no-cache-dir --no-compile --disable-pip-version-check --require-hashes --only-binary :all: -r requirements/compile.txt
RUN compiler/bin/python -m tools.compile --python /venv/bin/python
COPY migrations ./migrations
COPY LICENSE pyproject.toml ./
RUN /venv/bin/python -m tools.packages.build compiled
RUN pip --python /venv/bin/python install --no-cache-dir --no-compile --disable-pip-version-check --no-index --no-deps build/packages/*.whl
RUN pip --python /venv/bin/python uninstall -q -y --disable-pip-version-check setuptools pip
RUN find /venv -type d -name tests -prune -exec rm -rf {} +
RUN /venv/bin/python -m compileall -q /venv

FROM ${BASE}
RUN groupadd --system --gid 10001 clash
RUN useradd --system --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin clash
RUN install -d -o 10001 -g 10001 -m 0750 /data
COPY --from=build /venv /venv
WORKDIR /data
ENV PATH=/venv/bin:/usr/local/bin:/usr/bin:/bin
ENV PYTHONUNBUFFERED=1
ENV PYTHONDONTWRITEBYTECODE=1
ENV CLASH_DATA_DIR=/data
ENV CLASH_LOG_FORMAT=json
USER 10001:10001
VOLUME ["/data"]
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["clash-of-decks", "health", "--port", "8000"]
CMD ["clash-of-decks", "serve", "--host", "0.0.0.0", "--port", "8000"]
