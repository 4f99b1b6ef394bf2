# syntax=docker/dockerfile:1
FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /build
RUN python -m venv /opt/tetradka
ENV PATH=/opt/tetradka/bin:$PATH
COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock
COPY . .
RUN pip install --no-deps --no-build-isolation .
# Layers keep whole seconds only, and numba asks whether a file is as old as it was.
RUN find /opt/tetradka -name '*.py' -exec sh -c 'for file; do touch -d "@$(stat -c %Y "$file")" "$file"; done' _ {} +

# Kernels in the image must serve on other machines than the one that builds it.
FROM python:3.13-slim AS base-amd64
ENV NUMBA_CPU_NAME=x86-64-v2 NUMBA_CPU_FEATURES=""

FROM python:3.13-slim AS base-arm64
ENV NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES=""

FROM base-${TARGETARCH}
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
