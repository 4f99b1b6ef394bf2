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

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 tetradka \
    && install --directory --owner tetradka --mode 700 /data
COPY --from=build /opt/tetradka /opt/tetradka
ENV PATH=/opt/tetradka/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    NUMBA_CACHE_DIR=/home/tetradka/kernels \
    DATA_DIR=/data \
    WEB=on \
    WEB_HOST=0.0.0.0 \
    WEB_PORT=8080
USER 10001
WORKDIR /home/tetradka
RUN tetradka warm
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['WEB_PORT'] + '/health', timeout=4)"]
CMD ["tetradka"]
