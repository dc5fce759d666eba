import type { Directorate } from '@landscape/contracts/directorates'
import type { Named } from '@landscape/contracts/technology-replies'
import { urlWith } from '@landscape/contracts/url-with'
import { asOfLine } from '../as-of.ts'
import type { Html } from '../html.ts'
import { linkList } from '../link-list.ts'

/** The parts of a page of the landscape that its reply does not contain. */
export interface Frame {
  /** The directorate whose rings are shown. */
  readonly directorate: Directorate
  /** The directorates of a selection, the default one first. */
  readonly directorates: readonly Directorate[]
  /** The choices of forms, and the names of rings. */
  readonly rings: readonly Named[]
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

/** Links between the pages of the landscape. */
export function siteLinks(frame: Frame): Html {
  return linkList([
    ['/', 'Home'],
    [urlWith('/technologies', directorateOf(frame)), 'Technologies'],
    [urlWith('/drift', directorateOf(frame)), 'Drift'],
    ['/docs', 'API reference'],
  ])
}

/** As of when the repositories of a landscape are; nothing without repositories. */
export function sourcesOf({ repositoriesAsOf }: Frame): Html | false {
  return repositoriesAsOf !== undefined && asOfLine([['Repositories', repositoriesAsOf]])
}
