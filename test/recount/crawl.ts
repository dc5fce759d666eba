import type { PageElement } from '@landscape/dev/page-reader'

/** Reads a page or a list as one reader. */
export interface Reader {
  page: (path: string) => Promise<PageElement[]>
  /** Number of rows of a list. */
  rows: (path: string) => Promise<number>
}

/** A number that is a link, and the number of rows to which it leads. */
export interface Followed {
  page: string
  text: string
  href: string
  number: number
  rows: number
}

/** The lists to which numbers lead. */
const LISTS = /^\/(?:drift|technologies|projects|completeness)(?:\?|$)/
/** A number with words around it, such as `All 33` or `2 findings`. */
const NUMBERED = /^(?:[^\d]* )?([\d,]+)(?: [^\d]*)?$/

/** Opens each number of some pages that is a link to a list; each link once. */
export async function followNumbers(reader: Reader, paths: readonly string[]): Promise<Followed[]> {
  const counted = new Map<string, number>()
  const followed: Followed[] = []
  for (const path of paths)
    for (const { name, text, attributes } of await reader.page(path)) {
      const { href = '' } = attributes
      const [, digits] = NUMBERED.exec(text) ?? []
      if (name !== 'a' || digits === undefined || !LISTS.test(href)) continue
      const rows = counted.get(href) ?? (await reader.rows(`/api${href}`))
      counted.set(href, rows)
      followed.push({ page: path, text, href, number: Number(digits.replaceAll(',', '')), rows })
    }
  return followed
}
