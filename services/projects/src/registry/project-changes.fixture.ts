import { changePage, type ChangeQuery } from '@landscape/store/history/change-page'
import type { Step } from '@landscape/store/history/diff'
import type { Past } from '@landscape/store/history/past'
import type { Change } from '@landscape/store/history/record'
import { projectChanges } from './project-changes.ts'
import { projectsOf } from './project.ts'

export const project = (name: string, owner: string, stage = '') => ({
  details: [{ name }],
  stage,
  owner,
})

/** A step without an index. */
export const step = (op: Step['op'], path: string, more: Partial<Step> = {}): Step => ({
  op,
  path,
  at: [],
  ...more,
})
export const edit = (segment = 'Tides', member = 'stage') => ({
  steps: [step('replace', `/projects/${segment}/${member}`, { before: 'a', after: 'b' })],
})
export const EDIT = ['replace /projects/Tides/stage']
export const kim = (name: string, more: object = {}) => ({
  ...project(name, 'kim@acme.example'),
  ...more,
})
export const lee = (name: string) => project(name, 'lee@acme.example')

interface Walk {
  /** Newest first; by Ada by default. */
  changes: Partial<Change>[]
  projects?: object[]
  index?: number
  query?: ChangeQuery
  /** Whether reading older changes fails. */
  isDamaged?: boolean
}

export function walking({ projects = [kim('Tides')], index = 0, query = {}, ...walk }: Walk) {
  const { changes: made, isDamaged = false } = walk
  const rest = { requestId: null, subjects: [], names: [], summary: '' }
  const past: Partial<Past> = {
    async *changes({ since = 0 }) {
      for (const [i, one] of made.entries()) {
        const number = made.length - i
        if (number < since) return
        const at = new Date(number).toISOString()
        const by = { action: 'edit', actor: { email: 'ada@acme.example' }, undoes: null, steps: [] }
        const change: Change = { id: `projects-${number}`, at, ...rest, ...by, ...one }
        yield { document: 'projects', change, undoneBy: null, position: { number, index: 1 } }
      }
      if (isDamaged) throw new Error('damaged')
    },
  }
  return projectChanges(past as Past, { projects: projectsOf(projects), index }, query)
}

/** The visible changes, newest first. */
export async function shown(walk: Walk) {
  const { changes } = await changePage({ projects: walking(walk) }, { limit: 50 })
  return changes
}
export const operations = async (walk: Walk) =>
  (await shown(walk)).map(({ operations }) => operations.map(({ op, path }) => `${op} ${path}`))
