import type { ShownChange } from '@landscape/store/history/past'
import type { Histories } from './histories.ts'
import { labelsOf, type Labels } from './sentences/labels.ts'

/** Display names for a change. */
export type LabelsFor = (change: Pick<ShownChange, 'document'>) => Labels

/** Reads the display names for changes, from the present documents. */
export async function readLabels(
  histories: Histories,
  changes: readonly ShownChange[],
): Promise<LabelsFor> {
  const documents = new Set(changes.map(({ document }) => document))
  const names = histories.names.filter((name) => documents.has(name))
  const read = new Map<string, Labels>(
    await Promise.all(
      names.map(async (name) => [name, labelsOf(await histories.present(name))] as const),
    ),
  )
  const none = labelsOf(undefined)
  return ({ document }) => read.get(document) ?? none
}
