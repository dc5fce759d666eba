import { html, type Html } from '@landscape/views/html'
import { shortened } from '@landscape/views/text'
import { CHANGE_NAMES } from './blip-shape.ts'
import type { DrawnEntry, DrawnRadar } from './drawn-radar.ts'

/** The attributes of a link to the page of an entry, in the window that contains the picture. */
export function linkAttributes({ path }: Pick<DrawnEntry, 'path'>): Html {
  return html`href="${path}" target="_top"`
}

/** An entry with its ring, its change and its replacement in words. */
export function entryName(entry: DrawnEntry, { rings }: DrawnRadar): string {
  const { title, ring, change, useInstead } = entry
  const parts = [
    shortened(title, 200),
    shortened(rings[ring] ?? '', 60),
    change !== undefined && CHANGE_NAMES[change],
    useInstead !== undefined && `use ${shortened(useInstead, 100)} instead`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
