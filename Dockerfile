# Two stages: packages are built in the first; the second holds no compiler, and the source last, so that a change of it is cheap.
FROM python:3.12-slim AS packages
COPY requirements.lock .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock \
    && /venv/bin/python -m compileall -q /venv/lib

FROM python:3.12-slim
RUN useradd --system --home-dir /data --create-home longhouse
COPY --from=packages /venv /venv
WORKDIR /app
ENV DATABASE_URL=sqlite:////data/longhouse.db HEALTH_FILE=/data/healthy PYTHONUNBUFFERED=1
VOLUME /data
COPY bot.py PRIVACY.md TERMS.md ./
COPY rules rules
COPY render render
COPY storage storage
COPY table table
COPY cogs cogs
COPY playground playground
RUN /venv/bin/python -m compileall -q .
USER longhouse
HEALTHCHECK --interval=60s --timeout=5s --start-period=60s \
    CMD ["/venv/bin/python", "-c", "import os, time; assert time.time() - os.path.getmtime('/data/healthy') < 180"]
CMD ["/venv/bin/python", "bot.py"]
