import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import {
  createResponseCache,
  prepareJson,
  prepareText,
} from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { Description, descriptionOfTag, TAGS, type Tag } from './part-of-description.ts'

const DESCRIPTION = fileURLToPath(import.meta.resolve('@landscape/client/openapi.json'))
const TITLE = 'Technology landscape'
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLE}: API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/index.css" />
    <link rel="icon" href="/favicon.ico" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/swagger-ui-standalone-preset.js"></script>
    <script src="/docs/swagger-initializer.js"></script>
  </body>
</html>
`
/** The settings of Swagger UI, which replace the initializer of its package. */
const INITIALIZER = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  filter: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
})
`
/** Swagger UI sets inline styles, and loads pictures from `data:` and `blob:` URLs. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'"
const POLICY_HEADER = {
  'content-security-policy': 'sources that it may load and run: this gateway',
}

const SCRIPT = 'text/javascript'
const STYLE = 'text/css'
const HTML = 'text/html'
/** Importing the package would run the bundle, which is for browsers. */
const SHIPPED = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const shipped = (name: string) => () => readFile(join(SHIPPED, name), 'utf8')
/** Files of the page: Swagger UI, and its settings. */
const FILES: Readonly<Record<string, { type: string; read: () => Promise<string> }>> = {
  'swagger-ui.css': { type: STYLE, read: shipped('swagger-ui.css') },
  'index.css': { type: STYLE, read: shipped('index.css') },
  'swagger-ui-bundle.js': { type: SCRIPT, read: shipped('swagger-ui-bundle.js') },
  'swagger-ui-standalone-preset.js': {
    type: SCRIPT,
    read: shipped('swagger-ui-standalone-preset.js'),
  },
  'swagger-initializer.js': { type: SCRIPT, read: async () => INITIALIZER },
}
const AGENTS = fileURLToPath(new URL('llms.txt', import.meta.url))
const READ = { method: 'get', access: 'public', conditional: 'read', compressed: true } as const

/** The committed description of the API, a guide for agents, and Swagger UI, which shows it and loads nothing from other hosts. */
export function docsRoutes(): Route[] {
  return [descriptionRoute(), agentsRoute(), pageRoute(), fileRoute()]
}

function descriptionRoute(): Route {
  const cache = createResponseCache()
  return route({
    ...READ,
    path: '/openapi.json',
    id: 'getDescription',
    tag: 'Reference',
    summary: 'This description of the API, as OpenAPI 3.1',
    description:
      'The same for every installation of this version. `tag` returns the operations of one group, such as ' +
      '`Radar`, with the components that they use.',
    strictQuery: true,
    query: z.object({
      tag: z
        .enum(Object.keys(TAGS) as Tag[], 'Unknown tag')
        .optional()
        .meta({ description: 'group of operations', examples: ['Radar'] }),
    }),
    reply: Description,
    handle: ({ query: { tag }, headers, queued }) =>
      cache.respond(
        { name: tag ?? '', version: '' },
        queued,
        async () => {
          const all = JSON.parse(await readFile(DESCRIPTION, 'utf8')) as Description
          return prepareJson(tag === undefined ? all : descriptionOfTag(all, tag))
        },
        (response) => respondPublic(headers, response),
      ),
  })
}

function agentsRoute(): Route {
  const guide = prepareText(readFileSync(AGENTS, 'utf8'), 'text/plain')
  return route({
    ...READ,
    path: '/llms.txt',
    id: 'getAgentsGuide',
    tag: 'Reference',
    summary: 'The first requests for agents, as Markdown',
    description: 'The same for every installation of this version, in at most 60 lines.',
    mediaType: 'text/plain',
    reply: z.string(),
    handle: ({ headers }) => respondPublic(headers, guide),
  })
}

function pageRoute(): Route {
  const page = prepareText(PAGE, HTML)
  return route({
    ...READ,
    path: '/docs',
    id: 'showDocs',
    tag: 'Reference',
    summary: 'Interactive page of this description',
    description: 'Swagger UI; loads nothing from other hosts.',
    mediaType: HTML,
    reply: z.string(),
    replyHeaders: POLICY_HEADER,
    handle: async ({ headers }) =>
      (await respondPublic(headers, page)).with({ 'content-security-policy': POLICY }),
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
    params: z.object({
      file: z
        .string()
        .max(100)
        .meta({ description: 'file name', param: { example: 'swagger-initializer.js' } }),
    }),
    mediaType: SCRIPT,
    otherTypes: [STYLE],
    reply: z.string(),
    codes: ['not-found'],
    async handle({ params, headers, queued }) {
      const found = Object.hasOwn(FILES, params.file) ? FILES[params.file] : undefined
      if (!found) throw new DomainError('not-found', 'Not found')
      return files.respond(
        { name: params.file, version: '' },
        queued,
        async () => prepareText(await found.read(), found.type),
        (response) => respondPublic(headers, response),
      )
    },
  })
}
