# The server of Botwright, made from this repository: docker build -t botwright .
# `docker compose up` runs it with PostgreSQL. docs/guide/deploy.md says what it needs elsewhere.

# The Node that package.json pins.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN node scripts/prepare.mjs
# The command with what it needs to run, as the lockfile names it, and nothing else.
RUN npx -y pnpm@12.21.0 --config.inject-workspace-packages=true --filter botwright deploy --prod /app && cp LICENSE /app

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production
COPY --from=build /app /app
RUN ln -s /app/bin/botwright.js /usr/local/bin/botwright && install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
WORKDIR /data
EXPOSE 3000 3001
# Every role answers it. Services that wait for this one wait an interval at most longer than it needs to start.
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The server itself is process 1 and gets the signals: it finishes what is being answered, within ten seconds.
STOPSIGNAL SIGTERM
ENTRYPOINT ["botwright"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]
