import type { Directorate, Directorates } from '@landscape/contracts/directorates'

/** The directorate whose rings a response shows. */
export interface Viewer {
  readonly directorate: Directorate
  readonly directorates: Directorates
}

/** The parameter of links that keep the directorate; none for the default one. */
export function directorateOf({ directorate, directorates }: Viewer): { directorate?: string } {
  return directorate === directorates.main ? {} : { directorate: String(directorate.id) }
}
