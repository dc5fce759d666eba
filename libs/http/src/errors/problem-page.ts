import { memoise } from '../responses/memoise.ts'
import type { Problem } from './problem.ts'
import type { ProblemPage } from './send-problem.ts'
import { html } from '@landscape/views/html'
import { layout, pageHeaders } from '@landscape/views/layout'
import Negotiator from 'negotiator'
import { isWorthReading, MAX_PREFERENCES } from '../responses/encoding.ts'
import { PROBLEM_TEXTS, UNEXPECTED, type ProblemText } from './problem-texts.ts'

const HTML = 'text/html'
/** JSON first, for clients without a preference. */
const OFFERED = ['application/problem+json', 'application/json', HTML]
const AS_JSON = { headers: { vary: 'Accept' } }
/** By problem type, which is the path of the page about it. */
const TEXT_BY_TYPE: ReadonlyMap<string, ProblemText> = new Map(
  Object.entries(PROBLEM_TEXTS).map(([code, text]) => [`/problems/${code}`, text]),
)

/** Returns a page for clients that prefer HTML to JSON, such as browsers. */
export const problemPage: ProblemPage = (problem, { headers: { accept } }) =>
  isWorthReading(accept) && prefersHtml(accept)
    ? {
        text: errorPage(problem),
        headers: { ...pageHeaders(), ...AS_JSON.headers, 'content-type': `${HTML}; charset=utf-8` },
      }
    : AS_JSON

/** Cached: most clients send one of a few headers. */
const prefersHtml = memoise(
  (accept) => new Negotiator({ headers: { accept } }).mediaType(OFFERED) === HTML,
  { entries: 100, length: MAX_PREFERENCES },
)

/** An error as a page, which contains no more than the problem details. */
function errorPage(problem: Problem): string {
  const { type, status, error, detail, errors, links = [], requestId } = problem
  const known = TEXT_BY_TYPE.get(type)
  const { heading, meaning, advice } = known ?? UNEXPECTED
  return layout(
    heading,
    html`<section class="card" aria-label="What happened">
        <p>${error === heading ? meaning : error}</p>
        ${detail !== error && html`<p>${detail}</p>`}
        ${
          errors &&
          !isStated(error, errors) &&
          html`<ul>
            ${errors.map(itemOf)}
          </ul>`
        }
        <p class="soft">Status ${status}, request ID ${requestId}</p>
      </section>
      <section class="card">
        <h2>What you can do</h2>
        <p>${advice}</p>
        ${
          links.length > 0 &&
          html`<p>${status === 404 ? 'Similar:' : 'Links:'}</p>
            <ul>
              ${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}
            </ul>`
        }
      </section>
      ${known && html`<p><a href="${type}">About this error</a></p>`}`,
  )
}

/** Whether a message is about the only invalid part, which it names. */
function isStated(error: string, errors: NonNullable<Problem['errors']>): boolean {
  const [one] = errors
  const name = one?.pointer?.split('/').at(-1)
  return errors.length === 1 && Boolean(name) && error.includes(name ?? '')
}

function itemOf({ pointer, detail }: NonNullable<Problem['errors']>[number]) {
  return html`<li>${pointer && html`<code>${pointer}</code> `}${detail}</li>`
}
