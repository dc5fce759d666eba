import type { Directorate } from '@landscape/contracts/directorates'
import type { Sources } from '../join/use.ts'
import type { Named } from '../timeline/reply.ts'
import { html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import { countText, numeral } from '@landscape/views/text'
import type { MainPage, RingsForm } from '@landscape/views/site-header'

/** The parts of a page of the landscape that its reply does not contain. */
export interface Frame extends Sources {
  /** The directorate whose rings are shown. */
  readonly directorate: Directorate
  /** The directorates of a selection, the default one first. */
  readonly directorates: readonly Directorate[]
  /** The choices of forms, and the names of rings. */
  readonly rings: readonly Named[]
  /** Names of the rings that advise against their entries, for a sentence: `HOLD or IGNORE`. */
  readonly against: string
  /** The same of the rings that recommend theirs; empty when none is known to. */
  readonly recommended: string
  readonly quadrants: readonly Named[]
  readonly programmes: readonly string[]
  /** Their number, that of those which the reader sees, and their time if known; undefined while none is stored. */
  readonly repositories: { total: number; visible: number; asOf: string | null } | undefined
  readonly isSignedIn: boolean
  /** Whether the reader may see the recent changes. */
  readonly mayReview: boolean
}

/** The parameter of links that keep the directorate; none for the default one. */
export function directorateOf({ directorate, directorates: [main] }: Frame): {
  directorate?: string
} {
  return directorate.id === main?.id ? {} : { directorate: String(directorate.id) }
}

interface PageOptions {
  title: string
  /** Its path and its parameters, which another directorate keeps; without it the directorate cannot be selected. */
  self?: { path: string; parameters?: RingsForm['hidden'] }
  /** The heading when it has more than the title. */
  heading?: Html
  mainPage?: MainPage
  /** The words in the search box. */
  q?: string
  /** Whether the page shows the use of technologies by projects and repositories. */
  repositories?: boolean
}

/** A complete page of the landscape, with the header of every page. */
export function landscapePage(
  frame: Frame,
  { title, self, repositories: hasRepositories = false, ...options }: PageOptions,
  content: Html,
): string {
  const { repositories, mayReview } = frame
  const notes = hasRepositories && html`${projectsNote(frame)} ${repositoriesNote(frame)}`
  return layout(title, html`${notes} ${content}`, {
    ...options,
    mayReview,
    rings: self && ringsOf(frame, self),
    parameters: directorateOf(frame),
    sources: repositories ? [['Repositories', repositories.asOf]] : [],
    isWide: true,
  })
}

/** Why a number of repositories is not a link. */
export const REPOSITORIES_COUNTED = html`<p class="soft">
  Numbers of repositories count private ones as well; the page of a technology lists those that you
  may see.
</p>`
/** The selection of the directorate whose rings are shown; none when there is only one. */
function ringsOf(
  { directorate, directorates }: Frame,
  { path, parameters: hidden = {} }: NonNullable<PageOptions['self']>,
): RingsForm | undefined {
  if (directorates.length < 2) return undefined
  const [main] = directorates
  const valueOf = (one: typeof directorate) => (one === main ? '' : String(one.id))
  const options = directorates.map((one) => [valueOf(one), one.name] as const)
  return { path, options, selected: valueOf(directorate), hidden }
}

function projectsNote({ hasProjects }: Frame): Html | false {
  return !hasProjects && html`<p class="soft">No projects are stored.</p>`
}

/** The sentence about repositories that a page does not show its reader. */
function repositoriesNote({ repositories }: Frame): Html | false {
  if (!repositories) return html`<p class="soft">Repositories are not known: no scan is stored.</p>`
  const { visible, total } = repositories
  if (visible === total) return false
  const repositoriesText = countText(total, 'repository', 'repositories')
  const are = visible === 1 ? 'is' : 'are'
  return html`<p class="soft">
    ${`${numeral(visible)} of ${repositoriesText} ${are} public. Sign in to see all.`}
  </p>`
}
