import { describedAs } from '@landscape/contracts/described-as'
import type { JsonRecord } from '@landscape/contracts/json'
import { oncePerFrozen } from '@landscape/contracts/once-per-object'
import { ListedProjectShape, ProjectShape } from '@landscape/contracts/project-shape'
import { z } from 'zod'

/** A stored record of any shape. */
export type StoredProject = JsonRecord

declare const shown: unique symbol
/** A project without its owner, created only by `publicProject`. */
export type Project = StoredProject & { readonly [shown]: true }

/** The reply schema: sections of any shape, described as `ProjectShape`. */
export const Project = describedAs(z.looseObject({}), ProjectShape)

/** The reply schema in lists, where `fields` may omit sections. */
export const ListedProject = describedAs(z.looseObject({}), ListedProjectShape)

/** Removes the hidden owner. */
export const publicProject = oncePerFrozen((record: StoredProject): Project => {
  const { owner: _owner, ...visible } = record
  return (Object.isFrozen(record) ? Object.freeze(visible) : visible) as Project
})
