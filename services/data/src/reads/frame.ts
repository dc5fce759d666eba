import type { Directorate } from '@landscape/contracts/directorates'
import type { Named } from '../timeline/reply.ts'
import type { Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import type { MainPage } from '@landscape/views/site-header'

/** The parts of a page of the landscape that its reply does not contain. */
export interface Frame {
  /** Title of the radar; undefined without a radar. */
  readonly radarTitle?: string | undefined
  /** The directorate whose rings are shown. */
  readonly directorate: Directorate
  /** The directorates of a selection, the default one first. */
  readonly directorates: readonly Directorate[]
  /** The choices of forms, and the names of rings. */
  readonly rings: readonly Named[]
  /** Names of the rings that advise against their entries, for a sentence: `HOLD or IGNORE`. */
  readonly against: string
  /** The same of the rings that recommend theirs. */
  readonly recommended: string
  readonly quadrants: readonly Named[]
  readonly programmes: readonly string[]
  /** Time of the repositories, null when it is not known; undefined while none is stored. */
  readonly repositoriesAsOf: string | null | undefined
}

/** The parameter of links that keep the directorate; none for the default one. */
export function directorateOf({ directorate, directorates: [main] }: Frame): {
  directorate?: string
} {
  return directorate.id === main?.id ? {} : { directorate: String(directorate.id) }
}

interface PageOptions {
  title: string
  /** The heading when it has more than the title. */
  heading?: Html
  mainPage?: MainPage
  /** The words in the search box. */
  q?: string
}

/** A complete page of the landscape, with the header of every page. */
export function landscapePage(
  frame: Frame,
  { title, ...options }: PageOptions,
  content: Html,
): string {
  const { radarTitle, repositoriesAsOf } = frame
  return layout(title, content, {
    ...options,
    radarTitle,
    parameters: directorateOf(frame),
    sources: repositoriesAsOf === undefined ? [] : [['Repositories', repositoriesAsOf]],
    isWide: true,
  })
}
