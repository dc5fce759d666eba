import type { IncomingMessage } from 'node:http'
import { pathOf, type Problem, type ProblemPage } from '@landscape/http'
import { errorPage, PAGE_HEADERS } from '@landscape/markup'
import Negotiator from 'negotiator'
import { isWorthReading } from './encoding.ts'

const TYPES = ['application/problem+json', 'text/html']

/**
 * Errors as pages, for browsers: of these paths and those below them, for who would rather have HTML than
 * JSON. Everybody else, and every other path, gets problem details.
 */
export function problemPages(paths: readonly string[]): ProblemPage {
  return (problem: Problem, req: IncomingMessage) => {
    const path = pathOf(req.url)
    const isPage = paths.some((page) => path === page || path.startsWith(`${page}/`))
    if (!isPage) return { headers: {} }
    const vary = 'Accept'
    const isForPeople =
      isWorthReading(req.headers.accept) && new Negotiator(req).mediaType(TYPES) === 'text/html'
    if (!isForPeople) return { headers: { vary } }
    const headers = { ...PAGE_HEADERS, vary, 'content-type': 'text/html; charset=utf-8' }
    return { text: errorPage(problem), headers }
  }
}
