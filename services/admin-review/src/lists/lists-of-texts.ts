import type { ArrayDataDocument } from '@landscape/contracts'

/**
 * The lists as pages can show them: each category an array of texts. What is odd is left out; a
 * category that is no list at all stays, empty, so that it can be found and replaced.
 */
export function listsOfTexts(lists: ArrayDataDocument): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(lists).map(([category, list]) => [category, textsOf(list)]),
  )
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}
