import {
  readDirectorates,
  type Directorate,
  type Directorates,
} from '@landscape/contracts/directorates'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { DirectoratesDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { z } from 'zod'

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
  readDirectorates(document),
)

/** Maximum number of directorates in an error. */
const MAX_NAMED = 20

/**
 * The directorate of a query; the default one without it.
 *
 * @throws DomainError `invalid-input` for an unknown directorate
 */
export function directorateBy(directorates: Directorates, wanted: string | undefined): Directorate {
  if (wanted === undefined) return directorates.main
  const found = directorates.find(wanted)
  if (found) return found
  const listed = directorates.enabled.length > 0 ? directorates.enabled : [directorates.main]
  const names = listed.slice(0, MAX_NAMED).map(({ id, name }) => `${id} (${name.slice(0, 100)})`)
  const known = `directorates are ${names.join(', ')}`
  throw new DomainError('invalid-input', `Unknown directorate: ${known}`, {
    faults: [{ path: ['directorate'], detail: `is not a directorate; ${known}` }],
  })
}
