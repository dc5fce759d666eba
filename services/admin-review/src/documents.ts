import type { Documents as Opened } from '@landscape/documents'

/** The documents that this service edits. */
export const NAMES = ['banners', 'arrayData', 'projects', 'radar'] as const

export type Documents = Opened<(typeof NAMES)[number]>
