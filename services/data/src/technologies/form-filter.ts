import type { Section, TechnologyFilter } from '@landscape/contracts/technology-replies'

/** Fields of a submitted form as a filter: empty fields are absent. */
export function filterOfForm(fields: {
  q?: string | undefined
  ring?: string | undefined
  quadrant?: string | undefined
  section?: Section | '' | undefined
  programme?: string | undefined
  project?: string | undefined
  used?: boolean | undefined
  on_radar?: boolean | undefined
}): TechnologyFilter {
  const { used, on_radar } = fields
  return {
    q: fields.q || undefined,
    ring: fields.ring || undefined,
    quadrant: fields.quadrant || undefined,
    section: fields.section || undefined,
    programme: fields.programme || undefined,
    project: fields.project || undefined,
    used,
    on_radar,
  }
}
