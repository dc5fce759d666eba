import type { Documents as Opened } from '@landscape/documents'

/** The documents that the data service reads; it changes none. */
export const NAMES = ['banners', 'directorates', 'projects', 'radar', 'repositories'] as const

export type Documents = Opened<(typeof NAMES)[number]>
