import type { IForbiddenRuleType } from 'dependency-cruiser'

/** Libs and npm packages that each lib may import in addition to Node. */
export const LIBS: Readonly<Record<string, { libs: readonly string[]; npm: readonly string[] }>> = {
  client: { libs: [], npm: [] },
  contracts: { libs: [], npm: ['zod'] },
  views: { libs: ['contracts'], npm: [] },
  store: { libs: ['contracts'], npm: ['lru-cache', 'zod', '@aws-sdk/[^/]+', '@smithy/[^/]+'] },
  http: {
    libs: ['contracts', 'store', 'views'],
    npm: ['csv-stringify', 'express', 'ipaddr.js', 'lru-cache', 'negotiator', 'zod'],
  },
  runtime: {
    libs: ['contracts', 'http', 'store', 'views'],
    npm: [
      'express',
      'jose',
      'lru-cache',
      'pino',
      'pino-abstract-transport',
      'pino-pretty',
      'zod',
      '@aws-sdk/[^/]+',
      '@opentelemetry/[^/]+',
      '@prometheus-io/client',
    ],
  },
}

const TEST = String.raw`\.test\.ts$|/test/`
const SCHEDULERS = /(?<![.\w'"])(process|performance|setTimeout|setInterval|setImmediate)\b/
const PRESENT_TIME = /\bDate\.now\b|\bDate\(\)|\bnew Date\b(?!\([^)])/
const PROCESS_MODULES = /'node:(process|timers|perf_hooks)/
/** Files of a service outside its domain: main, app, settings, routes. */
const OUTER = String.raw`^services/[^/]+/src/(routes/|[^/]+/[^/]*routes\.ts$|(main|collect|keep|app|config)\.ts$)`
const NPM = '(^|/)node_modules/'

/** A rule about the source of a file. */
interface SourceRule {
  name: string
  comment: string
  from: { path: RegExp; pathNot: RegExp }
  /** Forbidden outside comments. */
  forbids: RegExp
}

/** Rules about sources, named for the requirement. */
export const SOURCE_RULES: readonly SourceRule[] = [
  {
    name: 'domain-has-no-clock-and-no-process',
    comment: 'The current time and the scheduler are parameters.',
    from: {
      path: /^services\/((?!gateway\/|assistant\/)[^/]+\/src|assistant\/src\/usage)\//,
      pathNot: new RegExp(`${OUTER}|${TEST}|\\.fixture\\.ts$`),
    },
    forbids: new RegExp(`${SCHEDULERS.source}|${PRESENT_TIME.source}|${PROCESS_MODULES.source}`),
  },
]

/**
 * Folders of the assistant service, lowest layer first, with the folders that each may import. The collector
 * and the subjects are independent.
 */
const ASSISTANT_LAYERS: Readonly<Record<string, readonly string[]>> = {
  usage: [],
  host: ['usage'],
  'sign-in': ['usage', 'host'],
  collector: ['usage', 'host'],
  organisation: ['usage', 'host', 'sign-in'],
  teams: ['usage', 'host', 'sign-in', 'organisation'],
  spend: ['usage', 'host', 'sign-in'],
  seats: ['usage', 'host', 'sign-in', 'spend'],
  page: ['usage', 'host', 'sign-in', 'organisation', 'spend', 'seats'],
}

function anyOf(names: readonly string[]): string {
  return `(${names.join('|')})`
}

function libRule([lib, { libs, npm }]: [string, (typeof LIBS)[string]]): IForbiddenRuleType {
  return {
    name: `lib-${lib}-imports-only-its-own`,
    comment: `libs/${lib} may import ${[...libs, ...npm].join(', ') || 'only Node'}.`,
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

/** Import rules, named for the requirement. */
export const RULES: readonly IForbiddenRuleType[] = [
  {
    name: 'imports-resolve',
    comment: 'A package is imported only through the `exports` of its package.json.',
    // Stryker and oidc-provider have lockfiles of their own and may not be installed.
    from: { pathNot: '^tools/(mutation/environment|provider/server)' },
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
    to: {
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased-workspace'],
      pathNot: ['^$1/', '^tools/command-line/'],
    },
  },
  {
    name: 'command-line-is-for-tools',
    from: { path: '^(libs|services)/' },
    to: { path: '^tools/command-line/' },
  },
  {
    name: 'packages-are-imported-by-name',
    comment:
      'Outside the packages as well: @landscape/<name>, not a path into it. Tests share the fixtures of tests.',
    from: { pathNot: '^(libs|services|dev)/' },
    to: {
      path: '^(libs|services|dev)/',
      pathNot: '^services/[^/]+/test/',
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
    comment: 'The local identity provider issues tokens: dev/ is only for tests and tools.',
    from: { path: '^(services|libs)/', pathNot: TEST },
    to: { path: '^dev/' },
  },
  {
    name: 'libs-have-a-rule',
    comment: 'Add a new lib to LIBS in tools/imports/rules.ts.',
    from: { path: '^libs/', pathNot: `^libs/${anyOf(Object.keys(LIBS))}/` },
    to: {},
  },
  ...Object.entries(LIBS).map(libRule),
  {
    name: 'domain-does-not-know-http',
    comment: 'The domain takes and returns values. The domain of the gateway is HTTP.',
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
    comment: 'main and app pass in the values.',
    from: {
      path: '^services/[^/]+/src/',
      pathNot: [String.raw`^services/[^/]+/src/(main|collect|keep|app|config)\.ts$`, TEST],
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
  {
    name: 'pages-are-functions-of-replies',
    comment:
      'A page or a section imports replies, what pages share (reads, *-section, *-picture), contracts and views.',
    from: { path: String.raw`^services/[^/]+/src/[^/]+/(page|[^/]+-(page|section))\.ts$` },
    to: {
      path: ['^services/', '^libs/(store|http|runtime)/', NPM],
      pathNot: String.raw`^services/[^/]+/src/[^/]+/(reply|frame|page-parts|left-out|section-names|list-page|[^/]+-(section|picture))\.ts$`,
    },
  },
  ...Object.entries(ASSISTANT_LAYERS).map(layerRule),
  {
    name: 'assistant-usage-is-pure',
    comment: 'It converts reports to day objects and imports only the contracts.',
    from: { path: '^services/assistant/src/usage/', pathNot: TEST },
    to: {
      path: ['^libs/', NPM, '^services/assistant/src/[^/]+$'],
      pathNot: '^libs/contracts/',
    },
  },
  {
    name: 'assistant-folders-have-a-layer',
    comment: 'Add a new folder to ASSISTANT_LAYERS in tools/imports/rules.ts.',
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
    comment:
      'Production imports must be in `dependencies` of the own package.json. pino-pretty is loaded only ' +
      'where it is installed.',
    from: { path: '^(libs|services)/[^/]+/src/', pathNot: TEST },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional'],
      pathNot: `${NPM}pino-pretty/`,
    },
  },
]
