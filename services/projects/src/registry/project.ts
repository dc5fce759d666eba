import {
  describedAs,
  ListedProjectShape,
  oncePerFrozen,
  ProjectShape,
  type JsonRecord,
} from '@landscape/contracts'
import { z } from 'zod'

/** A record of the registry as it is stored; only looked at, never reshaped. */
export type StoredProject = JsonRecord

declare const shown: unique symbol
/** A project as clients see it, which cannot hold its owner: only `publicProject` makes one. */
export type Project = StoredProject & { readonly [shown]: true }

/** A project as it is answered: what is stored is what was sent, whatever its sections are. */
export const Project = describedAs(z.looseObject({}), ProjectShape)

/** The same in a list, which may be wanted without some of its sections. */
export const ListedProject = describedAs(z.looseObject({}), ListedProjectShape)

/** The project without the hidden owner: what a client may see, and all it may set. */
export const publicProject = oncePerFrozen((record: StoredProject): Project => {
  const { owner: _owner, ...visible } = record
  return (Object.isFrozen(record) ? Object.freeze(visible) : visible) as Project
})
