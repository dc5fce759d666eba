import { isRecord } from '@landscape/contracts'

/** A scalar as text; what has no text of its own (null, flags, objects, arrays) is `""`. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value
  return Number.isFinite(value) ? String(value) : ''
}

/**
 * The non-empty texts of a list. A scalar is a list of one; an array within the list contributes
 * its own members joined by a comma.
 */
export function texts(value: unknown): string[] {
  const elements: unknown[] = Array.isArray(value) ? value : [value]
  return elements.map(elementText).filter((element) => element !== '')
}

function elementText(element: unknown): string {
  return Array.isArray(element)
    ? element
        .map(text)
        .filter((member) => member !== '')
        .join(',')
    : text(element)
}

/** How every list is written into one column. */
export function joined(value: unknown): string {
  return texts(value).join('; ')
}

/** The `main` and then the `others` of a section such as `frameworks`, or a section that is a list. */
export function mainAndOthers(section: unknown): string {
  if (!isRecord(section)) return joined(section)
  return joined([...texts(section['main']), ...texts(section['others'])])
}
