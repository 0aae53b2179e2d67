# The service in both variants, its migrations and its operator's command line, on the Node that the lockfile names.
# compose.yaml shows how they are run; docs/several-machines.md says how each of these steps was tried.

# The tag moves: pin it by its digest, as in compose.yaml, here or with --build-arg.
ARG BASE=debian:bookworm-slim

# What decides what is installed, and nothing else: while that is as it was, the next stage comes out of the cache.
FROM ${BASE} AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name 'pnpm-*.yaml' ! -name .pnpmfile.cjs -delete && find . -type d -empty -delete

FROM ${BASE} AS packages
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 npm
WORKDIR /app
COPY --from=manifests /app ./
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --ignore-scripts --prod --filter '!@health-case/prisma'

FROM packages AS client
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --ignore-scripts --prod
COPY prisma prisma
COPY packages/terminal packages/terminal
RUN node_modules/.bin/node prisma/generate.ts

FROM ${BASE}
# Node 26 needs libatomic, which the image does not have; certificates are for a database that is reached over TLS.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin health-case
WORKDIR /app
COPY --from=packages /app ./
COPY --from=client /app/packages/storage-prisma/src/generated packages/storage-prisma/src/generated
COPY . .
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 PORT=3000
USER health-case
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so it is what SIGTERM reaches.
ENTRYPOINT ["node"]
CMD ["apps/variant-a/src/main.ts"]
