# syntax=docker/dockerfile:1
# Any Debian with Python 3.11 or newer does as a base; BuildKit tells the architecture, to others it is handed in.
ARG BASE=python:3.13-slim
ARG TARGETARCH

FROM ${BASE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /build
RUN apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends binutils
RUN python3 -m venv /opt/pip && python3 -m venv --without-pip /opt/tetradka
ENV PATH=/opt/tetradka/bin:$PATH
COPY requirements.lock requirements-build.lock ./
RUN /opt/pip/bin/pip --python /opt/tetradka/bin/python install --no-compile --require-hashes \
    -r requirements.lock -r requirements-build.lock
COPY . .
RUN /opt/pip/bin/pip --python /opt/tetradka/bin/python install --no-compile --no-deps --no-build-isolation . \
    && /opt/pip/bin/pip --python /opt/tetradka/bin/python uninstall --yes setuptools
# Nothing asks for the libraries' own tests and symbols, for sound on Windows, or for numbers as languages without a
# catalogue write them.
RUN cd /opt/tetradka/lib/python3*/site-packages \
    && find . -type d -name tests -prune -exec rm -r {} + \
    && rm -r discord/bin \
    && find . -name '*.so*' -exec strip --strip-unneeded {} + \
    && for locale in babel/locale-data/*.dat; do \
        language=$(basename "$locale" .dat); \
        [ "$language" = root ] || [ -f "bot/texts/${language%%_*}.po" ] || rm "$locale"; \
    done
# Layers keep whole seconds only, and numba asks whether a file is as old as it was.
RUN find /opt/tetradka -name '*.py' -exec sh -c 'for file; do touch -d "@$(stat -c %Y "$file")" "$file"; done' _ {} + \
    && python -m compileall -q /opt/tetradka/lib

# Kernels in the image must serve on other machines than the one that builds it.
FROM ${BASE} AS base-amd64
ENV NUMBA_CPU_NAME=x86-64-v2 NUMBA_CPU_FEATURES=""

FROM ${BASE} AS base-arm64
ENV NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES=""

FROM base-${TARGETARCH}
# Names from right to left, and those whose letters join, need it in pictures.
RUN apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends libfribidi0 && rm -r /var/lib/apt/lists/*
RUN useradd --create-home --uid 10001 tetradka \
    && install --directory --owner tetradka --mode 700 /data
COPY --from=build /opt/tetradka /opt/tetradka
ENV PATH=/opt/tetradka/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    NUMBA_CACHE_DIR=/home/tetradka/kernels \
    DATA_DIR=/data \
    WEB=on \
    WEB_HOST=0.0.0.0 \
    WEB_PORT=8080 \
    HEALTH_PORT=8081
USER 10001
WORKDIR /home/tetradka
RUN tetradka warm
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['HEALTH_PORT'] + '/healthz', timeout=4)"]
CMD ["tetradka"]
