import { monthText } from '@landscape/views/text'
import { html, type Html } from '@landscape/views/html'

/** A number that a service did not return in time. */
export const UNAVAILABLE = 'unavailable'

/** A number, null when nobody knows it; absent when nothing is stored, or when the reader may not see it. */
type Known = number | null | typeof UNAVAILABLE

/** Numbers of the landscape. */
export interface Headlines {
  /** Technologies in use, in rings that advise against them. */
  onHoldInUse?: Known
  /** Names of these rings, for a sentence. */
  against?: string
  /** The same of an earlier month, when it is known. */
  earlier?: { month: string; onHoldInUse: number } | undefined
  projects?: Known
  repositories?: Known
  seats?: { seats: number; used: number } | typeof UNAVAILABLE
}

const NUMBER = new Intl.NumberFormat('en-GB')

/** The numbers, each a link to its details; one that is not available is a link to try again. */
export function headlinesOf({
  onHoldInUse,
  against,
  earlier,
  projects,
  repositories,
  seats,
}: Headlines): Html | false {
  const items = [
    headline(onHoldInUse, {
      href: '/drift?kind=on-hold-in-use',
      missing: 'technologies still in use that the radar advises against',
      text: (count) =>
        `${count === 1 ? 'technology' : 'technologies'} in ${against} still in use` +
        (earlier ? `; ${earlier.onHoldInUse} in ${monthText(earlier.month)}` : ''),
    }),
    headline(projects, {
      href: '/projects',
      missing: 'projects',
      text: (count) =>
        count === 1 ? 'project and its technologies' : 'projects and their technologies',
    }),
    headline(repositories, {
      href: '/technologies?sort=-repositories',
      missing: 'repositories',
      text: (count) =>
        count === 1 ? 'repository and its languages' : 'repositories and their languages',
    }),
    headline(typeof seats === 'object' ? seats.used : seats, {
      href: '#assistants',
      missing: 'seats of the code assistant',
      text: () =>
        typeof seats === 'object' &&
        `of ${NUMBER.format(seats.seats)} seats use the code assistant`,
    }),
  ].filter((item) => item !== undefined)
  if (items.length === 0) return false
  return html`<ul class="headlines" aria-label="Numbers">
    ${items}
  </ul>`
}

interface About {
  href: string
  /** Describes a number that is not available. */
  missing: string
  text: (count: number) => string | false
}

function headline(count: Known | undefined, { href, missing, text }: About): Html | undefined {
  if (count === undefined) return undefined
  if (count === UNAVAILABLE) {
    return html`<li>
      <a href="/"><strong>–</strong> ${missing}: not available, try again</a>
    </li>`
  }
  if (count === null) {
    return html`<li>
      <a href="${href}"><strong>–</strong> ${missing}: not known</a>
    </li>`
  }
  return html`<li>
    <a href="${href}"><strong>${NUMBER.format(count)}</strong> ${text(count)}</a>
  </li>`
}
