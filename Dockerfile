FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY cli/package.json cli/
COPY dashboard/package.json dashboard/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY scripts/build-service.mjs scripts/
COPY cli cli
COPY dashboard dashboard
COPY src src
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY cli/package.json cli/
COPY dashboard/package.json dashboard/
COPY scripts/prune-modules.mjs scripts/
RUN npm ci --omit=dev && node scripts/prune-modules.mjs

FROM node:24-slim
# With a threshold that does not grow, the memory of a decoded picture goes back to the system.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dashboard/dist dashboard/dist
COPY package.json ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The service needs up to 45 s to stop: docker run --stop-timeout 50.
# Runs node directly, because a shell or npm would not forward signals to the service.
CMD ["node", "dist/src/main.js"]
