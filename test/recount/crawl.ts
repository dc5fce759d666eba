import { treeOf, type PageTree } from '@landscape/dev/page-reader'
import {
  childrenOf,
  elementsBelow,
  isList,
  numbersOf,
  ownText,
  type LeadingNumber,
  type PlainNumber,
} from './page-numbers.ts'

/** Number of links that are opened at the same time. */
const AT_ONCE = 8

/** The numbers of some pages: those that lead to rows with the number of these. */
export interface Crawled {
  plain: (PlainNumber & { page: string })[]
  leading: (Omit<LeadingNumber, 'to'> & { page: string; href: string; rows: number | string })[]
}

interface Reader {
  get: (path: string) => Promise<string>
  open: (path: string) => Promise<PageTree>
  countOf: (href: string) => Promise<number | string>
}

/** Opens pages as one reader, and each number of them that leads to rows. */
export async function crawl(
  get: (path: string) => Promise<string>,
  paths: readonly string[],
): Promise<Crawled> {
  const open = once(async (path) => treeOf(await get(path)))
  const reader: Reader = { get, open, countOf: once((href) => rowsBehind(href, reader)) }
  const crawled: Crawled = { plain: [], leading: [] }
  for (const page of paths) {
    const { plain, leading } = numbersOf(await open(page))
    crawled.plain.push(...plain.map((one) => ({ page, ...one })))
    const follow = async ({ to, ...one }: LeadingNumber) => {
      const href = typeof to === 'string' ? resolved(to, page) : ''
      const rows = typeof to === 'string' ? reader.countOf(href) : rowsIn(to, page, reader)
      return { page, ...one, href, rows: await rows }
    }
    for (let i = 0; i < leading.length; i += AT_ONCE)
      crawled.leading.push(...(await Promise.all(leading.slice(i, i + AT_ONCE).map(follow))))
  }
  return crawled
}

/** A function that is called once for each value. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

function resolved(href: string, page: string): string {
  const { pathname, search, hash } = new URL(href, new URL(page, 'http://landscape'))
  return pathname + search + hash
}

/** The number of rows to which a link leads, or what it leads to instead. */
async function rowsBehind(href: string, reader: Reader): Promise<number | string> {
  const [path = '', id] = href.split('#')
  if (new URLSearchParams(path.split('?')[1]).get('format') === 'csv')
    return (await reader.get(path)).trim().split('\r\n').length - 1
  const parts = [...elementsBelow(await reader.open(path))].filter(({ name }) => name === 'section')
  const hasId = (part: PageTree) =>
    [part, ...childrenOf(part)].some(({ attributes }) => attributes['id'] === id)
  const lists = parts.filter(id === undefined ? isList : hasId)
  // A part of the radar without entries has no list.
  if (lists.length === 0 && !path.startsWith('/radar')) return 'no list'
  const counts = await Promise.all(lists.map((part) => rowsIn(part, path, reader)))
  return counts.length === 1
    ? (counts[0] ?? 0)
    : counts.reduce<number>((sum, one) => sum + Number(one), 0)
}

/** Rows that a part of a page counts and does not show. */
const NOT_SHOWN = /^([\d,]+) (?:more in the JSON|private or internal .*: sign in to see them\.)$/

/** The number of rows of a part of a page and of the pages that continue it. */
async function rowsIn(part: PageTree, page: string, reader: Reader): Promise<number | string> {
  const below = [...elementsBelow(part)]
  const links = below.filter(({ name }) => name === 'a')
  const all = links.find((link) => ownText(link).startsWith('Show all'))
  if (all) return reader.countOf(resolved(all.attributes['href'] ?? '', page))
  const isItem = ({ name }: PageTree) => name === 'li'
  const rows = below.filter(isRow).length || below.filter(isItem).length
  const others = below.map((one) =>
    Number(NOT_SHOWN.exec(ownText(one))?.[1]?.replace(',', '') ?? 0),
  )
  const shown = others.reduce((sum, one) => sum + one, rows)
  const next = links.find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href']
  if (next === undefined) return shown
  return shown + Number(await reader.countOf(resolved(next, page)))
}

function isRow(element: PageTree): boolean {
  const isHeading = ({ attributes }: PageTree) => attributes['scope'] === 'row'
  return element.name === 'tr' && childrenOf(element).some(isHeading)
}
