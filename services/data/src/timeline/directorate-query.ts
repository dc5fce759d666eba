import {
  directoratesFrom,
  type Directorate,
  type Directorates,
} from '@landscape/contracts/directorates'
import type { DirectoratesDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { z } from 'zod'
import { legalText, unknownValue } from './legal-value.ts'

/** The directorate of a read. */
export const DirectorateQuery = z
  .string()
  .max(200)
  .optional()
  .meta({
    description:
      'id or name of a directorate, in any case: its rings, and those of the default directorate for ' +
      'entries that it did not decide. Default: the default directorate',
    examples: ['Harbour Operations (HO)'],
  })

/** The directorates of a stored document, read once. */
export const directoratesOf = oncePerObject((document: DirectoratesDocument) =>
  directoratesFrom(document),
)

/**
 * The directorate of a query; the default one without it.
 *
 * @throws DomainError `invalid-input` for an unknown directorate
 */
export function directorateBy(directorates: Directorates, wanted: string | undefined): Directorate {
  if (wanted === undefined) return directorates.main
  const directorate = directorates.find(wanted)
  if (directorate) return directorate
  const listed = directorates.enabled.length > 0 ? directorates.enabled : [directorates.main]
  const names = listed.map(({ id, name }) => `${id} (${name})`)
  throw unknownValue('directorate', legalText('directorate', names))
}
