import { admitKey, admitName, keyOf } from '@landscape/contracts/admit'
import { understood } from '@landscape/contracts/json'
import { entryOf } from '@landscape/contracts/entries'
import { repositoryOf } from '@landscape/contracts/repositories'
import { presentRing, directoratesFrom } from '@landscape/contracts/directorates'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import {
  indexNames,
  technologyNamesOf,
  type TechnologyNamesDocument,
} from '@landscape/contracts/technology-names'
import type { Changed } from '@landscape/store/documents/apply-all'
import type { Documents } from '@landscape/store/documents/open-documents'
import { z } from 'zod'

/** An alias that is a technology of its own, and becomes another one. */
const Merge = z.object({
  alias: z.string(),
  name: z.string().meta({ description: 'the technology that it becomes' }),
  ring: z.string().nullable().meta({
    description: 'id of the ring of its entry for the default directorate; null outside the radar',
  }),
})
export const Merges = z.array(Merge)
type Merge = z.infer<typeof Merge>

/** Member of a body that adds aliases. */
export const CONFIRM_MERGE = {
  confirmMerge: z
    .boolean('confirmMerge is true or false')
    .optional()
    .meta({ description: 'confirm that a new alias merges a technology of its own into another' }),
} as const

/** Sentence of the API description. */
export const MERGING =
  'A new alias that is on the radar or a scanned language is a 409 with `merges`, unless ' +
  '`confirmMerge` is true.'

/** The ring of each technology that exists without the stored names, by the key of its name. */
export type OwnRings = ReadonlyMap<string, string | null>

/**
 * Reads the technologies of their own: entries of the radar, and languages that the scan of repositories
 * lists.
 *
 * @param now milliseconds since the epoch
 * @throws as a read of the documents
 */
export async function readOwnRings(
  documents: Documents<'radar' | 'repositories' | 'directorates'>,
  now: number,
): Promise<OwnRings> {
  const [radar, repositories, stored] = await Promise.all([
    documents.radar.read(),
    documents.repositories.read(),
    documents.directorates.read(),
  ])
  const directorates = directoratesFrom(stored?.value ?? [])
  const scanned = understood((repositories?.value.repositories ?? []).map(repositoryOf))
  const languages = scanned.flatMap(({ languages: its }) =>
    its.map(({ name }) => [admitKey(name) ?? '', null] as const),
  )
  // The first entry of a name precedes later ones, and every entry precedes a language.
  const entries = understood((radar?.value.entries ?? []).map(entryOf)).toReversed()
  const rings = new Map<string, string | null>(languages)
  for (const entry of entries) {
    rings.set(admitKey(entry.title) ?? '', presentRing(entry, directorates, now) ?? null)
  }
  rings.delete('')
  return rings
}

/** The aliases that an edit adds and that are technologies of their own. */
function mergesOf(
  before: TechnologyNamesDocument,
  after: TechnologyNamesDocument,
  rings: OwnRings,
): Merge[] {
  const [known, next] = [indexNames(before), indexNames(after)]
  return pairsOf(after).flatMap(({ name, alias }) => {
    const admitted = admitName(alias)
    if (!admitted) return []
    const key = keyOf(admitted)
    const ring = rings.get(key)
    const becomes = next.resolve(admitted)
    // An alias that two technologies have belongs to the first: only the meaning counts.
    const isNew = becomes === admitKey(name) && becomes !== known.resolve(admitted)
    return ring === undefined || key === becomes || !isNew ? [] : [{ alias, name, ring }]
  })
}

/** Each alias with its technology; equal aliases of one technology have the same pair. */
export function pairsOf(names: TechnologyNamesDocument) {
  return technologyNamesOf(names).flatMap(({ name, aliases }) =>
    aliases.map((alias) => ({ name, alias, pair: [name, alias].map(keyOrText).join('\n') })),
  )
}

/**
 * Wraps an edit: its result names the technologies that new aliases merge into others.
 *
 * @param isAllowed otherwise a merge is a DomainError `conflict` with `merges`
 */
export function namingMerges<R extends object>(
  change: (current: TechnologyNamesDocument | undefined) => Changed<TechnologyNamesDocument, R>,
  { rings, isAllowed }: { rings: OwnRings; isAllowed: boolean },
): (
  current: TechnologyNamesDocument | undefined,
) => Changed<TechnologyNamesDocument, R & { merges?: Merge[] }> {
  return (current) => {
    const changed = change(current)
    const merges = mergesOf(current ?? [], changed.next, rings)
    if (merges.length === 0) return changed
    if (!isAllowed) throw new DomainError('conflict', textOf(merges), { extensions: { merges } })
    return { ...changed, result: { ...changed.result, merges } }
  }
}

function textOf([first, ...others]: readonly Merge[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `This would merge ${first?.alias} into ${first?.name}${more}. Send "confirmMerge": true to allow it`
}

/** The key of a name; a string that is not a name is compared as it is. */
export function keyOrText(text: string): string {
  return admitKey(text) ?? text
}
