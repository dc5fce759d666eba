# One image for each service, from one file:
#   docker build --build-arg SERVICE=data -t landscape/data .
# There is no build step: the image holds the source, production dependencies and Node.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS base
RUN apt-get update \
 && apt-get install --yes --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /app

# The manifests alone, so that dependencies are installed again only when one of these changes.
FROM base AS manifests
COPY . /source
RUN cd /source \
 && find package.json package-lock.json .npmrc libs/*/package.json services/*/package.json dev/package.json \
      -exec cp --parents {} /app ';'

# Makes the secrets and fills the store of the local stack (docker-compose.yml); not for production.
# It stands before the stages that ask for SERVICE: the classic builder builds every stage up to its target.
FROM base AS local-setup
COPY --from=manifests /app ./
RUN npm ci --omit=dev --ignore-scripts --workspace libs/store --workspace libs/runtime --workspace dev \
 && npm cache clean --force
COPY libs ./libs
COPY tools/containers ./tools/containers
# The sample organisation, and the code that counts its months.
COPY dev/organisation ./dev/organisation
COPY dev/sample-data ./dev/sample-data
COPY services/data/src ./services/data/src
# A new volume takes its owner from the directory that it is mounted on.
RUN install --directory --owner=node --group=node /var/lib/landscape /run/landscape \
      /run/landscape/store /run/landscape/gateway /run/landscape/projects /run/landscape/data \
      /run/landscape/months /run/landscape/admin-review /run/landscape/assistant
USER node
ENTRYPOINT ["tini", "--", "node"]

# What operators run on the stored documents, by hand or on a schedule: docker run … landscape/operator check
FROM base AS operator
COPY --from=manifests /app ./
RUN npm ci --omit=dev --ignore-scripts --workspace libs/store --workspace libs/runtime \
      --workspace services/admin-review --workspace services/projects --workspace services/data \
 && npm cache clean --force
COPY libs ./libs
COPY tools/start/settings.ts ./tools/start/
COPY tools/command-line ./tools/command-line
COPY tools/store.ts ./tools/
COPY tools/store ./tools/store
# Documents that are put by hand are judged by the rules of the edits.
COPY services/admin-review/src ./services/admin-review/src
COPY services/projects/src ./services/projects/src
# The check reports what the landscape leaves out.
COPY services/data/src ./services/data/src
ENV NODE_ENV=production NODE_OPTIONS=--max-old-space-size-percentage=70
USER node
ENTRYPOINT ["tini", "--", "node", "tools/store.ts"]
CMD ["check"]

# What a service needs, and nothing that another one does.
FROM base AS dependencies
ARG SERVICE
COPY --from=manifests /app ./
RUN test -n "${SERVICE}" || { echo 'Say which: --build-arg SERVICE=data' >&2; exit 1; }
RUN npm ci --omit=dev --ignore-scripts --workspace "services/${SERVICE}" \
 && npm cache clean --force \
 && find node_modules -type f '(' -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.map' ')' -delete

FROM base AS service
ARG SERVICE
COPY --from=dependencies /app ./
COPY libs ./libs
COPY services/${SERVICE} ./services/${SERVICE}
WORKDIR /app/services/${SERVICE}
# At 1,000 connections the gateway takes 288 MB, and 354 with V8's default of 32. With 4 a response costs a quarter
# more there. The heap is a share of the container's limit of memory: V8 would take half of it, and the data service
# dies of that at ten times the real size. The rest is for buffers outside the heap.
ENV NODE_ENV=production PORT=5001 NODE_COMPILE_CACHE=/var/cache/node \
    NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size-percentage=70"
RUN install --directory --owner=node --group=node "${NODE_COMPILE_CACHE}"
USER node
# Types are stripped and code is compiled here, not at each start: that takes nearly half of its time.
RUN node --eval 'import("./src/app.ts"), import("./src/config.ts")'
EXPOSE 5001
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# tini forwards SIGTERM and collects children; the service drains and exits within 10 seconds.
ENTRYPOINT ["tini", "--"]
CMD ["node", "src/main.ts"]
