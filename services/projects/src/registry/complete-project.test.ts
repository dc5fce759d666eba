import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { asRecord, recordsOf } from '@landscape/contracts/json'
import { checkProject, ProjectChanges } from './check-project.ts'
import { MALFORMED } from './project.fixture.ts'
import { publicProject } from './project.ts'
import { completeProject } from './complete-project.ts'

const complete = (record: object) => completeProject(publicProject({ ...record }))
const NONE = { main: null, others: null }

const least = {
  user: [{ email: 'kim@acme.example', roles: [], grade: null }],
  details: [
    {
      name: 'Tide',
      short_name: null,
      documentation_link: null,
      project_description: null,
      project_dependencies: null,
      programme_name: 'N/A',
      programme_short_name: 'N/A',
    },
  ],
  developed: ['', ''],
  source_control: [{ type: null, links: null }],
  architecture: {
    hosting: { type: [], details: null },
    database: NONE,
    frameworks: NONE,
    cicd: NONE,
    environments: {},
    infrastructure: NONE,
    publishing: NONE,
    languages: { main: [], others: [] },
  },
  stage: null,
  supporting_tools: {
    code_editors: NONE,
    user_interface: NONE,
    diagrams: NONE,
    documentation: NONE,
    communication: NONE,
    collaboration: NONE,
    project_tracking: null,
    incident_management: null,
    miscellaneous: null,
  },
}

/** Reads a project as its page does: throws at the first absent member. */
function showPage(record: object) {
  const project = JSON.parse(JSON.stringify(record))
  const shown = (list: unknown) =>
    Array.isArray(list) && list.length > 0 ? list.join(', ') : 'N/A'
  const { architecture: a, supporting_tools: t } = project
  return [
    project.details[0].programme_name,
    project.developed[0],
    project.source_control[0].type,
    project.details[0].project_dependencies,
    a.hosting.type[0],
    ...project.user.map(({ roles }: { roles: string[] }) => roles.includes('Editor')),
    a.languages.main.join(', '),
    a.languages.others.join(', '),
    ...[a.database, a.frameworks, a.cicd, a.infrastructure].map(({ others }) => shown(others)),
    a.publishing?.main,
    ...[t.code_editors, t.user_interface, t.diagrams].map(({ others }) => shown(others)),
    ...[t.documentation, t.communication, t.collaboration].map(({ others }) => shown(others)),
    t.project_tracking || 'N/A',
    t.incident_management || 'N/A',
    t.miscellaneous,
  ]
}

describe('completeProject', () => {
  it('fills absent sections and fields', () => {
    expect(
      complete({ user: [{ email: 'kim@acme.example' }], details: [{ name: 'Tide' }] }),
    ).toEqual(least)
  })

  it.each([
    ['source_control', '', [{ type: null, links: null }]],
    ['source_control', [], [{ type: null, links: null }]],
    [
      'source_control',
      [{ type: 'Github' }, { links: [] }],
      [
        { type: 'Github', links: null },
        { type: null, links: [] },
      ],
    ],
    ['developed', ['In House'], ['In House']],
    ['stage', '', ''],
    ['architecture', '', least.architecture],
    ['supporting_tools', [], least.supporting_tools],
  ])('completes the section %s %j to %j', (name, stored, shown) => {
    expect(complete({ [name]: stored })[name]).toEqual(shown)
  })

  it.each([
    ['hosting', '', { type: [], details: null }],
    ['hosting', { type: ['Cloud'] }, { type: ['Cloud'], details: null }],
    ['database', '', NONE],
    ['database', { others: ['Redis'] }, { main: null, others: ['Redis'] }],
    ['environments', {}, {}],
    ['environments', '', {}],
    ['environments', { dev: true, lab: 1 }, { dev: true, lab: 1 }],
    ['cicd', [], []],
    ['languages', [], { main: [], others: [] }],
    ['languages', { main: ['Go'] }, { main: ['Go'], others: [] }],
    ['integrations', { main: [] }, { main: [] }],
  ])('completes the architecture %s %j to %j', (name, stored, shown) => {
    const { architecture } = complete({ architecture: { [name]: stored } })
    expect(asRecord(architecture)[name]).toEqual(shown)
  })

  it('adds tools under the names of pages unless present', () => {
    const figma = { main: [], others: ['Figma'] }
    const stored = {
      ui_tools: figma,
      project_tracking_tools: 'Jira',
      diagram_tools: figma,
      diagrams: { main: [], others: ['Miro'] },
    }
    expect(complete({ supporting_tools: stored })['supporting_tools']).toEqual({
      ...least.supporting_tools,
      ...stored,
      user_interface: figma,
      project_tracking: 'Jira',
    })
  })

  it('keeps unknown members and does not modify the record', () => {
    const stored = { extra: [1], user: '', details: 'x', architecture: { hosting: '', more: 1 } }
    const before = JSON.stringify(stored)
    expect(complete(stored)).toMatchObject({ extra: [1], user: '', details: 'x' })
    expect(asRecord(complete(stored)['architecture'])['more']).toBe(1)
    expect(JSON.stringify(stored)).toBe(before)
  })

  it('returns a project that an update accepts', () => {
    for (const record of [{}, { architecture: '' }, { architecture: { environments: '' } }]) {
      const { user, details } = least
      const body = complete({ ...record, user, details })
      expect(checkProject(body, ProjectChanges)).toEqual(body)
    }
  })

  it('accepts malformed records', () => {
    for (const record of recordsOf(MALFORMED)) expect(() => complete(record)).not.toThrow()
  })

  it('completes every sample project for its page', () => {
    const file = new URL(
      '../../../../sample-data/audit-tool/new_project_data.json',
      import.meta.url,
    )
    const { projects } = JSON.parse(readFileSync(file, 'utf8')) as { projects: object[] }
    const shows = (project: object) => {
      try {
        return showPage(project).length > 0
      } catch {
        return false
      }
    }
    expect(projects.filter((project) => !shows(project)).length).toBeGreaterThan(0)
    expect(projects.filter((project) => !shows(complete(project)))).toEqual([])
  })
})
