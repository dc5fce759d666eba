import type { Stored } from './json.ts'

const RINGS = ['adopt', 'trial', 'hold', 'ignore'].map((id) => ({ id, name: id.toUpperCase() }))
const QUADRANTS = [
  { id: '1', name: 'Languages' },
  { id: '2', name: 'Tools' },
]
const DIRECTORATES = ['Coast', 'Fleet'].map((name, id) => {
  return { id, name, default: id === 0, enabled: true }
})

/**
 * Documents as one line, each of them by its parts:
 *
 * - `entry Go 1: adopt 2024-03-01, hold 2025-05-01 @1` in the quadrant 1, the second position of the directorate 1
 * - `project A: Go, C (Retired) -> https://scm.example/acme/tide`
 * - `repository tide: Go (archived)`, 90 % of it, at this address; `private` instead of `archived`
 * - `alias Go: golang`, `directorates`
 */
export function documents(line: string): Stored {
  const parts = line.split('; ').map((part) => {
    const [head = '', body = ''] = part.split(': ', 2)
    const [kind, name = '', more] = head.split(' ')
    return { kind, name, more, body }
  })
  const of = (wanted: string) => parts.filter(({ kind }) => kind === wanted)
  const entries = of('entry').map(({ name, more, body }) => {
    return { id: name, title: name, quadrant: more, timeline: body.split(', ').map(positionOf) }
  })
  const repositories = of('repository').map(({ name, body }) => ({
    name,
    url: `https://scm.example/acme/${name}`,
    visibility: body.endsWith('(private)') ? 'PRIVATE' : 'PUBLIC',
    is_archived: body.endsWith('(archived)'),
    technologies: { languages: [{ name: body.split(' (')[0], size: 5, percentage: 90 }] },
  }))
  return {
    projects: { projects: of('project').map(projectOf) },
    radar: { title: 'Radar', rings: RINGS, quadrants: QUADRANTS, entries },
    ...(repositories.length > 0 && { repositories: { repositories } }),
    technologyNames: of('alias').map(({ name, body }) => ({ name, aliases: [body] })),
    ...(of('directorates').length > 0 && { directorates: DIRECTORATES }),
  }
}

function positionOf(text: string): object {
  const [position = '', directorate] = text.split(' @')
  const [ringId, date] = position.split(' ')
  return {
    ringId,
    date,
    description: '',
    moved: 0,
    directorate: directorate && Number(directorate),
  }
}

function projectOf({ name, body }: { name: string; body: string }): object {
  const [uses = '', url] = body.split(' -> ')
  const [, technologies = '', stage = ''] = /^(.*?)(?: \((.*)\))?$/.exec(uses) ?? []
  return {
    details: [{ name }],
    architecture: { frameworks: { main: [], others: technologies.split(', ') } },
    source_control: [{ links: [{ url }] }],
    stage,
  }
}

/** A sentence, the page that has it, documents that prove it, and documents that do not. */
export type Sentence = [
  sentence: string,
  path: string,
  proved: string,
  unproved: Record<string, string>,
]
