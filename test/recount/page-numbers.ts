import type { PageTree } from '@landscape/dev/page-reader'

/** A number of a page that is not a link, with its part of the page. */
export interface PlainNumber {
  /** The heading of its section, and of its column or the name of its element. */
  place: string
  /** The text of its element, without the parts that are links or names. */
  text: string
}

/** A number that leads to its rows: by a link, or as the heading of the part that has them. */
export interface LeadingNumber extends PlainNumber {
  number: number
  to: string | PageTree
}

/** Elements whose text is one. */
const TEXTS = new Set(['p', 'li', 'h1', 'h2', 'th', 'td', 'summary', 'label', 'a'])
/** Names and descriptions in documents, dates, code, pictures and forms. */
const SKIPPED = new Set(
  'head,bdi,time,code,svg,script,style,select,input,textarea,del,ins,em,header,footer'.split(','),
)
const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December'
const DATE = new RegExp(
  `(?:\\d{1,2} )?(?:${MONTHS}|Sept|${MONTHS.replaceAll(/(?<=\b[A-Z][a-z]{2})[a-z]+/g, '')}) \\d{4}`,
  'g',
)
/** The parts of a page that are lists. */
const LISTS = new Set(['Findings', 'Results'])
const COUNTS_LIST = /^[\d,]+ (?:findings?|technolog(?:y|ies)|projects?|results?)$/

/** The numbers of a page outside of names, dates, code and pictures. */
export function numbersOf(page: PageTree): { plain: PlainNumber[]; leading: LeadingNumber[] } {
  const plain: PlainNumber[] = []
  const leading: LeadingNumber[] = []
  const visit = (element: PageTree, part: PageTree): void => {
    const { name, attributes } = element
    if (isSkipped(element)) return
    const own = name === 'section' || name === 'nav' || name === 'details' ? element : part
    const text = TEXTS.has(name) ? ownText(element) : ''
    const numbers = (text.match(/\d[\d,]*/g) ?? []).map((one) => Number(one.replaceAll(',', '')))
    const place = `${labelOf(own)} ${attributes['data-label'] ?? name}`
    const to = targetOf(element, own, text)
    for (const number of numbers)
      if (to === undefined) plain.push({ place, text })
      else leading.push({ place, text, number, to })
    for (const child of childrenOf(element)) visit(child, own)
  }
  visit(page, page)
  return { plain, leading }
}

/** Whether an element is a name, a description, or a number in the picture of the radar. */
function isSkipped({ name, attributes }: PageTree): boolean {
  return SKIPPED.has(name) || attributes['dir'] === 'auto' || attributes['data-n'] !== undefined
}

/** Where the numbers of an element lead. */
function targetOf({ name, attributes }: PageTree, part: PageTree, text: string) {
  if (name === 'a') return attributes['href']
  if (name === 'h2' || (name === 'summary' && !text.includes('path'))) return part
  return name === 'p' && isList(part) && COUNTS_LIST.test(text) ? part : undefined
}

/** Whether a part of a page is its list, or a quadrant of the radar. */
export function isList({ attributes }: PageTree): boolean {
  const { 'aria-label': label = '', 'aria-labelledby': heading = '' } = attributes
  return LISTS.has(label) || /^q\d+$/.test(heading)
}

/** The label of a part of a page, or the id or text of its heading. */
function labelOf(part: PageTree): string {
  const { attributes } = part
  const heading = childrenOf(part).find(({ name }) => name === 'h2')
  return attributes['aria-label'] ?? heading?.attributes['id'] ?? (heading ? ownText(heading) : '')
}

/** The text of an element without that of others, of names and of dates. */
export function ownText({ parts }: PageTree): string {
  const textOf = (part: PageTree | string): string => {
    if (typeof part === 'string') return part
    const isOther = TEXTS.has(part.name) || isSkipped(part)
    return isOther ? ' … ' : part.parts.map(textOf).join('')
  }
  const text = parts.map(textOf).join('').replaceAll(/\s+/g, ' ').trim()
  return text.replaceAll(DATE, 'date')
}

export function childrenOf({ parts }: PageTree): PageTree[] {
  return parts.filter((part) => typeof part !== 'string')
}

/** All elements below one in document order, without those in folds. */
export function* elementsBelow(element: PageTree): Generator<PageTree> {
  for (const child of childrenOf(element)) {
    yield child
    if (child.name !== 'details') yield* elementsBelow(child)
  }
}
