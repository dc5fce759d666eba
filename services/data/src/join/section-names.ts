/** Sections of a project that name technologies. */
export const SECTIONS = [
  'languages',
  'frameworks',
  'databases',
  'infrastructure',
  'cicd',
  'hosting',
  'publishing',
  'source-control',
  'tools',
] as const
export type Section = (typeof SECTIONS)[number]
export type Importance = 'main' | 'other'
