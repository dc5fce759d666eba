import type { IForbiddenRuleType } from 'dependency-cruiser'

/** What each lib may import beside the Node core: other libs, and packages from npm. */
export const LIBS: Readonly<Record<string, { libs: readonly string[]; npm: readonly string[] }>> = {
  client: { libs: [], npm: ['openapi-fetch'] },
  contracts: { libs: [], npm: ['zod'] },
  markup: { libs: [], npm: [] },
  store: { libs: ['contracts'], npm: ['lru-cache', 'zod', '@aws-sdk/[^/]+', '@smithy/[^/]+'] },
  http: {
    libs: ['contracts', 'markup', 'store'],
    npm: ['csv-stringify', 'express', 'ipaddr.js', 'lru-cache', 'negotiator', 'zod', 'zod-openapi'],
  },
  runtime: {
    libs: ['contracts', 'http', 'markup', 'store'],
    npm: [
      'jose',
      'lru-cache',
      'pino',
      'pino-pretty',
      'zod',
      '@aws-sdk/[^/]+',
      '@opentelemetry/[^/]+',
      '@prometheus-io/client',
    ],
  },
}

const TEST = String.raw`\.test\.ts$|/test/`
/** Files of a service outside its domain: entry, application, settings, routes. */
const OUTER = String.raw`^services/[^/]+/src/(routes/|[^/]+/[^/]*routes\.ts$|(main|collect|app|config)\.ts$)`
const NPM = '(^|/)node_modules/'

/** A rule about what a file says, where imports alone do not tell. */
interface TextRule {
  name: string
  comment: string
  from: { path: RegExp; pathNot: RegExp }
  /** What must not stand in it, comments apart. */
  forbids: RegExp
}

/** The rules about texts; each name says what is required. */
export const TEXT_RULES: readonly TextRule[] = [
  {
    name: 'domain-has-no-clock-and-no-process',
    comment: 'Instants, and what lets others have their turn, are handed in.',
    from: {
      path: /^services\/((?!gateway\/|assistant\/)[^/]+\/src|assistant\/src\/usage)\//,
      pathNot: new RegExp(`${OUTER}|${TEST}|\\.fixture\\.ts$`),
    },
    forbids:
      /(?<![.\w'"])(process|performance|setTimeout|setInterval|setImmediate)\b|\bDate\.now\b|\bDate\(\)|\bnew Date\b(?!\([^)])|'node:(process|timers|perf_hooks)/,
  },
]

/**
 * Folders of the assistant service, from the bottom up: each may import those before it. The collector
 * and the routes stand beside each other.
 */
const ASSISTANT_LAYERS: Readonly<Record<string, readonly string[]>> = {
  usage: [],
  host: ['usage'],
  'sign-in': ['usage', 'host'],
  collector: ['usage', 'host'],
  routes: ['usage', 'host', 'sign-in'],
}

function anyOf(names: readonly string[]): string {
  return `(${names.join('|')})`
}

function libRule([lib, { libs, npm }]: [string, (typeof LIBS)[string]]): IForbiddenRuleType {
  return {
    name: `lib-${lib}-imports-only-its-own`,
    comment: `libs/${lib} may import ${[...libs, ...npm].join(', ') || 'nothing but Node'}.`,
    from: { path: `^libs/${lib}/`, pathNot: TEST },
    to: {
      path: ['^(libs|services)/', NPM],
      pathNot: [
        `^libs/${anyOf([lib, ...libs])}/`,
        ...(npm.length > 0 ? [`${NPM}${anyOf(npm)}/`] : []),
      ],
    },
  }
}

function layerRule([layer, below]: [string, readonly string[]]): IForbiddenRuleType {
  const own = '^services/assistant/src/'
  return {
    name: `assistant-${layer}-keeps-its-layer`,
    comment: `services/assistant/src/${layer} may import ${below.join(', ') || 'no other folder'}.`,
    from: { path: `${own}${layer}/`, pathNot: TEST },
    to: { path: `${own}[^/]+/`, pathNot: `${own}${anyOf([layer, ...below])}/` },
  }
}

/** The import rules; each name says what is required. */
export const RULES: readonly IForbiddenRuleType[] = [
  {
    name: 'imports-resolve',
    comment: 'Also: a package is entered only through the `exports` of its package.json.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'imports-are-not-circular',
    from: {},
    to: { circular: true },
  },
  {
    name: 'relative-imports-stay-in-their-package',
    from: { path: '^((?:libs|services)/[^/]+|dev)/' },
    to: { dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'], pathNot: '^$1/' },
  },
  {
    name: 'packages-are-imported-by-name',
    comment: 'Outside the packages too: @landscape/<name>, not a path into it.',
    from: { pathNot: '^(libs|services|dev)/' },
    to: {
      path: '^(libs|dev)/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased-workspace'],
    },
  },
  {
    name: 'services-do-not-import-each-other',
    from: { path: '^services/([^/]+)/' },
    to: { path: '^services/', pathNot: '^services/$1/' },
  },
  {
    name: 'libs-do-not-import-services',
    from: { path: '^libs/' },
    to: { path: '^services/' },
  },
  {
    name: 'nothing-in-production-imports-dev',
    comment:
      'The local identity provider issues tokens: what lies in dev/ is for tests and scripts.',
    from: { path: '^(services|libs)/', pathNot: TEST },
    to: { path: '^dev/' },
  },
  {
    name: 'libs-have-a-rule',
    comment: 'A new lib goes into the table of tools/imports/rules.ts.',
    from: { path: '^libs/', pathNot: `^libs/${anyOf(Object.keys(LIBS))}/` },
    to: {},
  },
  ...Object.entries(LIBS).map(libRule),
  {
    name: 'domain-does-not-know-http',
    comment: 'It takes and returns values. The matter of the gateway is HTTP itself.',
    from: { path: '^services/(?!gateway/)[^/]+/src/', pathNot: [OUTER, TEST] },
    to: {
      path: [
        `${NPM}(@types/)?express/`,
        String.raw`^services/[^/]+/src/(routes/|[^/]+/[^/]*routes\.ts$)`,
      ],
    },
  },
  {
    name: 'domain-and-routes-do-not-read-settings',
    comment: 'What they need is passed in by main and app.',
    from: {
      path: '^services/[^/]+/src/',
      pathNot: [String.raw`^services/[^/]+/src/(main|collect|app|config)\.ts$`, TEST],
    },
    to: { path: String.raw`^services/[^/]+/src/config\.ts$` },
  },
  {
    name: 'only-main-imports-app',
    from: {
      path: '^services/[^/]+/src/',
      pathNot: [String.raw`^services/[^/]+/src/main\.ts$`, TEST],
    },
    to: { path: String.raw`^services/[^/]+/src/app\.ts$` },
  },
  ...Object.entries(ASSISTANT_LAYERS).map(layerRule),
  {
    name: 'assistant-usage-is-pure',
    comment: 'Reports in, day objects out: no package but the shapes of the documents.',
    from: { path: '^services/assistant/src/usage/', pathNot: TEST },
    to: {
      path: ['^libs/', NPM, '^services/assistant/src/[^/]+$'],
      pathNot: '^libs/contracts/',
    },
  },
  {
    name: 'assistant-folders-have-a-layer',
    comment: 'A new folder goes into the table of tools/imports/rules.ts.',
    from: {
      path: '^services/assistant/src/[^/]+/',
      pathNot: `^services/assistant/src/${anyOf(Object.keys(ASSISTANT_LAYERS))}/`,
    },
    to: {},
  },
  {
    name: 'nothing-imports-main',
    comment: 'Importing it would start the service.',
    from: {},
    to: { path: String.raw`^services/[^/]+/src/main\.ts$` },
  },
  {
    name: 'source-does-not-import-tests',
    from: { path: '^(libs|services)/[^/]+/src/', pathNot: TEST },
    to: { path: TEST, pathNot: NPM },
  },
  {
    name: 'source-imports-only-listed-dependencies',
    comment: 'What runs in production stands under `dependencies` of its own package.json.',
    from: { path: '^(libs|services)/[^/]+/src/', pathNot: TEST },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional'] },
  },
]
