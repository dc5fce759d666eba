import { z } from 'zod'
import { isShortName, MAX_NAME_LENGTH } from '@landscape/contracts/admit'
import { describedAs } from '@landscape/contracts/described-as'

/** The name of a technology in a list or on the radar; a stored one may be longer. */
export const TechnologyName = describedAs(
  z.string().refine(isShortName, {
    params: { detail: `must have at most ${MAX_NAME_LENGTH} characters` },
  }),
  z.string().max(MAX_NAME_LENGTH),
)
