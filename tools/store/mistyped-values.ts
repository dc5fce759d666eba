import type { DocumentName } from '@landscape/contracts/documents'
import { Edition } from '@landscape/contracts/editions'
import { safeValidate } from '@landscape/contracts/errors/validated'
import { faultsOf } from '@landscape/contracts/errors/faults'
import { BannerInput } from '@landscape/admin-review/banners/banner-input'
import { Items } from '@landscape/admin-review/lists/technology-lists'
import { RADAR_STRUCTURE, RadarEntryInput } from '@landscape/admin-review/radar/radar-input'
import { asRecord } from '@landscape/contracts/json'
import { DirectorateShape, RepositoryShape } from '@landscape/contracts/shapes'
import { TechnologyName } from '@landscape/admin-review/names/technology-names'
import { z } from 'zod'
import { KEPT } from './finding.ts'
import type { RepairableFinding } from './references.ts'

/** Documents whose schemas accept any element; clients of projects store other types by design. */
const COMPLETE: Partial<Record<DocumentName, z.ZodType>> = {
  radar: z.looseObject({ ...RADAR_STRUCTURE, entries: z.array(RadarEntryInput) }),
  banners: z.looseObject({ messages: z.array(BannerInput) }),
  directorates: z.array(DirectorateShape),
  technologyNames: z.array(TechnologyName),
  radarEditions: z.array(Edition),
  repositories: z.looseObject({ repositories: z.array(RepositoryShape) }),
}

/** Values of another type than the services read: a message that is a number, an entry that is a string. */
export function mistypedValues(name: DocumentName, document: unknown): RepairableFinding[] {
  if (name !== 'arrayData') return mistypedIn(COMPLETE[name], document)
  // One list at a time: zod copies the faults of a member as arguments, and thousands exceed the stack.
  return Object.entries(asRecord(document)).flatMap(([category, items]) =>
    mistypedIn(Items, items).map((one) => ({ ...one, path: [category, ...one.path] })),
  )
}

function mistypedIn(schema: z.ZodType | undefined, document: unknown): RepairableFinding[] {
  const { error } = (schema && safeValidate(schema, document)) ?? {}
  const issues = (error?.issues ?? []).filter(({ code }) => code === 'invalid_type')
  return faultsOf({ issues }, document)
    .filter(({ detail }) => detail !== 'is missing')
    .map(({ path, detail }) => ({
      path,
      what: detail.replaceAll('must be ', 'is not '),
      outcome: KEPT,
      repair: 'correct or remove it; pages omit or misread it',
    }))
}
