import { elementsOf, ownMember } from '@landscape/contracts/json'
import type { ArrayDataDocument } from '@landscape/contracts/landscape'
import { isLarge, lossOf, type Kind, type Loss } from '../history/removals.ts'

/** A corrected spelling or a dropped duplicate is not a removal. */
const ITEMS: Omit<Kind, 'of'> = {
  keysOf: (items) =>
    items.map((item) =>
      typeof item === 'string' ? item.trim().toLowerCase() : JSON.stringify(item),
    ),
  subjectOf: (item) => (typeof item === 'string' ? item : JSON.stringify(item)),
}

/**
 * Removals by a save of the technology lists: entire lists, items of the lists with a large removal, and
 * items of all lists. An omitted list counts as removed, not as emptied.
 */
export function lossesOfLists(before: ArrayDataDocument, after: ArrayDataDocument): Loss[] {
  const categories = Object.keys(before)
  const isKept = (category: string) => Object.hasOwn(after, category)
  const losses = categories.map((category): Loss => {
    const kind = { of: `items of ${category}`, ...ITEMS }
    const loss = lossOf(
      kind,
      elementsOf(ownMember(before, category)),
      elementsOf(ownMember(after, category)),
    )
    return { ...loss, empties: loss.empties && isKept(category) }
  })
  const large = losses.filter(isLarge)
  return [
    {
      of: 'lists',
      removes: categories.filter((category) => !isKept(category)),
      total: categories.length,
      empties: false,
    },
    large[1] ? sumOf(`items of ${large.length} lists`, large) : sumOf(large[0]?.of ?? '', large),
    {
      ...sumOf('items', losses),
      empties: Object.values(after).every((list) => elementsOf(list).length === 0),
    },
  ]
}

function sumOf(of: string, losses: readonly Loss[]): Loss {
  return {
    of,
    removes: losses.flatMap(({ removes }) => removes),
    total: losses.reduce((sum, { total }) => sum + total, 0),
    empties: losses.some(({ empties }) => empties),
  }
}
