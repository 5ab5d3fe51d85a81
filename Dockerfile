# The shop with all that it needs. One process of it, behind a proxy that ends TLS; compose.yaml puts a database beside it.
# Anything from Node 20 on may begin: the version that is run comes with the packages, as everywhere.
FROM node:24-bookworm-slim AS built
WORKDIR /srv/anheng-yaocai
COPY package.json package-lock.json ./
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY . .
RUN npm run build \
 # What was needed to build only. The programs of an embedded database stay: DATABASE_URL may be left out for a look.
 && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
# gzip, cmp and sync, which keep the embedded database's log, are part of Debian.
RUN groupadd --system anheng && useradd --system --gid anheng --home-dir /var/lib/anheng-yaocai --create-home anheng
COPY --from=built --chown=root:root /srv/anheng-yaocai /srv/anheng-yaocai
WORKDIR /srv/anheng-yaocai
USER anheng
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DEMO=0 DATA_DIR=/var/lib/anheng-yaocai MALLOC_ARENA_MAX=2
VOLUME /var/lib/anheng-yaocai
EXPOSE 3000
# SIGTERM drains within 45 seconds: give it a minute (docker stop --time 60, stop_grace_period).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"]
CMD ["node_modules/.bin/node", "--max-semi-space-size=16", "apps/server/src/main.ts"]
