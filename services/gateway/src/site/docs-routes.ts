import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFor } from '@landscape/contracts/async/cached-for'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Logger } from '@landscape/contracts/logger'
import { describeApi } from '@landscape/http/description/describe-api'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import {
  createResponseCache,
  prepareJson,
  prepareText,
} from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import swaggerUi from 'swagger-ui-dist'
import { z } from 'zod'
import type { Upstreams } from '../forward/upstream.ts'
import { createPrefixFinder, type Prefix } from '../authorise/prefixes.ts'
import { docsPolicy, signInScheme, type DocsSignIn } from './docs-sign-in.ts'
import { mergeDescriptions, type ApiDescription } from './merge-descriptions.ts'
import { fetchDescriptions } from './service-descriptions.ts'

interface DocsDeps {
  upstreams: Upstreams
  prefixes: readonly Prefix[]
  /** All routes of the gateway itself. */
  ownRoutes: () => readonly Route[]
  logger: Logger
  /** Sign-in on the page; none when absent. */
  signIn?: DocsSignIn | undefined
}

const TITLE = 'Technology landscape'
const KEPT_MS = 10_000
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLE}: API</title>
    <meta name="color-scheme" content="light dark" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/page.css" />
    <link rel="icon" href="/favicon.ico" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script type="module" src="/docs/start.js"></script>
  </body>
</html>
`
const SCRIPT = 'text/javascript'
const STYLE = 'text/css'
const HTML = 'text/html'
const fileOf = (name: string) => join(swaggerUi.absolutePath(), name)
const ownFileOf = (name: string) => join(import.meta.dirname, 'docs-page', name)
const Description = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.unknown()),
})
/**
 * Files of the page: Swagger UI, the end of its sign-in, the scripts that start and extend it, and
 * a style sheet.
 */
const FILES: Readonly<Record<string, { type: string; file: string }>> = {
  'swagger-ui.css': { type: STYLE, file: fileOf('swagger-ui.css') },
  'swagger-ui-bundle.js': { type: SCRIPT, file: fileOf('swagger-ui-bundle.js') },
  'oauth2-redirect.html': { type: HTML, file: fileOf('oauth2-redirect.html') },
  'oauth2-redirect.js': { type: SCRIPT, file: fileOf('oauth2-redirect.js') },
  'page.css': { type: STYLE, file: ownFileOf('page.css') },
  'accessible.js': { type: SCRIPT, file: ownFileOf('accessible.js') },
  'start.js': { type: SCRIPT, file: ownFileOf('start.js') },
}
const READ = { method: 'get', access: 'public', conditional: 'read', compressed: true } as const

/**
 * `/openapi.json` merges the descriptions of the running services. `/docs` shows it in Swagger UI and
 * loads nothing from other hosts; with a public client of the identity provider it offers to sign in.
 */
export function docsRoutes(deps: DocsDeps): Route[] {
  return [descriptionRoute(deps), pageRoute(deps), fileRoute()]
}

function descriptionRoute({ upstreams, prefixes, ownRoutes, logger, signIn }: DocsDeps): Route {
  const find = createPrefixFinder(prefixes)
  const isClosed = (path: string) => find(path)?.access === 'authenticated'
  const describe = async () => {
    const own = describeApi('Gateway', ownRoutes())
    const others = await fetchDescriptions(Object.values(upstreams), logger)
    return prepareJson(mergeDescriptions(TITLE, [own, ...others, signInOnly(signIn)], isClosed))
  }
  // The page is public: concurrent readers share the requests to the services.
  const recent = cachedFor(KEPT_MS, describe)
  return route({
    ...READ,
    path: '/openapi.json',
    id: 'getDescription',
    tag: 'Reference',
    summary: 'This description of the API, as OpenAPI 3.1',
    description:
      'Generated from the running services; operations of an unavailable service are missing.',
    example: { openapi: '3.1.0', info: { title: TITLE, version: '1' }, paths: {} },
    reply: Description,
    handle: async ({ headers }) => respondPublic(headers, await recent()),
  })
}

/** A description that adds the sign-in of the page. */
function signInOnly(signIn: DocsSignIn | undefined): ApiDescription {
  const info = { title: 'Sign-in', version: '1' }
  return { openapi: '3.1.0', info, components: { securitySchemes: signInScheme(signIn) } }
}

function pageRoute({ signIn }: DocsDeps): Route {
  const page = prepareText(PAGE, HTML)
  return route({
    ...READ,
    path: '/docs',
    id: 'showDocs',
    tag: 'Reference',
    summary: 'Interactive page of this description',
    description: 'Swagger UI; loads nothing from other hosts.',
    example: '<!doctype html>…',
    mediaType: HTML,
    reply: z.string(),
    replyHeaders: {
      'content-security-policy':
        'sources that the page may load and run: this gateway, and the token address of the ' +
        'identity provider',
    },
    handle: async ({ headers }) =>
      (await respondPublic(headers, page)).with({ 'content-security-policy': docsPolicy(signIn) }),
  })
}

function fileRoute(): Route {
  const files = createResponseCache()
  return route({
    ...READ,
    path: '/docs/:file',
    id: 'getDocsFile',
    tag: 'Reference',
    summary: 'Scripts and style sheets of that page',
    description: `The files are ${Object.keys(FILES).join(', ')}.`,
    example: "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui' })",
    params: z.object({
      file: z
        .string()
        .max(100)
        .meta({ description: 'file name', param: { example: 'start.js' } }),
    }),
    mediaType: SCRIPT,
    otherTypes: { [STYLE]: '.swagger-ui { color: #3b4151 }', [HTML]: '<!doctype html>…' },
    reply: z.string(),
    replyHeaders: {
      'content-security-policy': 'sources that a file may load and run: this gateway only',
    },
    codes: ['not-found'],
    async handle({ params, headers, queued }) {
      const found = Object.hasOwn(FILES, params.file) ? FILES[params.file] : undefined
      if (!found) throw new DomainError('not-found', 'Not found')
      return files.respond(
        { name: params.file, version: '' },
        queued,
        async () => prepareText(await readFile(found.file, 'utf8'), found.type),
        async (response) =>
          (await respondPublic(headers, response)).with({
            'content-security-policy': docsPolicy(undefined),
          }),
      )
    },
  })
}
