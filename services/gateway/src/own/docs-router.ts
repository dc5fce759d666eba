import { describeApi, type Route } from '@landscape/http'
import express, { Router } from 'express'
import swaggerUi from 'swagger-ui-dist'
import { askService, textWithin } from '../proxy/ask-service.ts'
import type { Upstream, Upstreams } from '../proxy/upstream.ts'
import { mergeDescriptions, type ApiDescription } from './merge-descriptions.ts'

export interface DocsDeps {
  upstreams: Upstreams
  /** The routes that the gateway answers itself. */
  ownRoutes: readonly Route[]
}

const TITLE = 'Technology landscape'
const TIMEOUT_MS = 2_000
const MAX_BYTES = 4 * 1024 * 1024
const KEPT_MS = 10_000
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLE}: API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true })\n`
/** Swagger UI sets styles on elements and draws its icons from data addresses. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/**
 * `/openapi.json` describes every route behind the gateway, asked of the services themselves; one
 * that is down is left out. `/docs` shows it to people, without any address outside the gateway.
 */
export function docsRouter({ upstreams, ownRoutes }: DocsDeps): Router {
  const describe = async (): Promise<string> => {
    const asked = Object.values(upstreams).map(descriptionOf)
    const own = describeApi('Gateway', ownRoutes) as unknown as ApiDescription
    return JSON.stringify(mergeDescriptions(TITLE, [own, ...(await Promise.all(asked)).flat()]))
  }
  // One question to the services serves everybody for a while: the page is public.
  let shared: { until: number; text: Promise<string> } | undefined
  const recent = () => {
    const now = performance.now()
    if (!shared || now > shared.until) shared = { until: now + KEPT_MS, text: describe() }
    return shared.text
  }
  const files = express.static(swaggerUi.absolutePath(), { index: false, maxAge: '1d' })
  return Router({ strict: true, caseSensitive: true })
    .get('/openapi.json', async (_req, res) => {
      res
        .set('cache-control', 'no-cache')
        .type('json')
        .send(await recent())
    })
    .get('/docs', (_req, res) => {
      res.set('content-security-policy', POLICY).type('html').send(PAGE)
    })
    .get('/docs/start.js', (_req, res) => {
      res.type('js').send(START)
    })
    .use('/docs', files)
}

async function descriptionOf(upstream: Upstream): Promise<ApiDescription[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const question = { path: '/openapi.json', headers: {}, signal }
  try {
    return await askService(upstream, question, async (answer) => {
      if (answer.statusCode === 200) {
        const text = await textWithin(answer, MAX_BYTES)
        return [JSON.parse(text ?? '') as ApiDescription]
      }
      answer.resume()
      return []
    })
  } catch {
    return []
  }
}
