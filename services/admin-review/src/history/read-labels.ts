import { DomainError } from '@landscape/contracts'
import type { ShownChange } from '@landscape/store'
import type { Histories } from './histories.ts'
import { labelsOf, type Labels } from './sentences/labels.ts'

/** Display names for a change. */
export type LabelsFor = (change: Pick<ShownChange, 'id' | 'document'>) => Labels

/**
 * Reads the display names for changes, from the present documents. Technology names are identified by
 * index, so those are read as of each change. Unreadable names are the ids.
 */
export async function readLabels(
  histories: Histories,
  changes: readonly ShownChange[],
): Promise<LabelsFor> {
  const read = new Map<string, Labels>()
  const keyOf = ({ id, document }: Pick<ShownChange, 'id' | 'document'>) =>
    document === 'technology-names' ? id : document
  const wanted = new Map(changes.map((change) => [keyOf(change), change]))
  await Promise.all(
    [...wanted].map(async ([key, change]) => {
      read.set(key, labelsOf(await stateFor(histories, change)))
    }),
  )
  const none = labelsOf(undefined)
  return (change) => read.get(keyOf(change)) ?? none
}

async function stateFor(histories: Histories, { document, at }: ShownChange): Promise<unknown> {
  const name = histories.names.find((candidate) => candidate === document)
  if (name === undefined) return undefined
  try {
    return name === 'technology-names'
      ? await histories.stateAt(name, Date.parse(at))
      : await histories.present(name)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
