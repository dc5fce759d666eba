import { describe, expect, it } from '@jest/globals'
import type { JsonRecord } from '@landscape/contracts/json'
import { toStoredSections } from './to-stored-sections.ts'
import { publicProject } from './project.ts'
import { completeProject } from './complete-project.ts'

const STORED = {
  user: [{ email: 'kim@acme.example' }, null],
  details: [{ name: 'Tide' }],
  source_control: '',
  architecture: { hosting: { type: ['Cloud'] }, languages: '', extra: 7 },
  supporting_tools: { ui_tools: { main: [], others: ['Figma'] }, incident_management: 'Pager' },
}
/** Edits a completed project as a client does. */
interface Shown {
  [section: string]: unknown
  architecture: Record<string, Record<string, unknown>>
  supporting_tools: Record<string, Record<string, unknown>>
  details: Record<string, unknown>[]
  source_control: Record<string, unknown>[]
  user: unknown[]
}

/** The stored sections after a client edited the completed project. */
function changed(stored: JsonRecord, change: (shown: Shown) => unknown) {
  const project = publicProject(stored)
  const sent = JSON.parse(JSON.stringify(completeProject(project))) as Shown
  change(sent)
  return toStoredSections(sent, project)
}

describe('toStoredSections', () => {
  it('returns the stored project when nothing changed', () => {
    const part = changed(STORED, () => {})
    expect(JSON.stringify({ ...STORED, ...part })).toBe(JSON.stringify(STORED))
    expect(part).toEqual(STORED)
  })

  it('adds only the changed field, not the completed ones', () => {
    const { architecture } = STORED
    expect(changed(STORED, (shown) => (shown.architecture['database']!['main'] = ['X']))).toEqual({
      ...STORED,
      architecture: { ...architecture, database: { main: ['X'] } },
    })
    expect(changed(STORED, (shown) => (shown.architecture['hosting']!['details'] = ['X']))).toEqual(
      {
        ...STORED,
        architecture: { ...architecture, hosting: { type: ['Cloud'], details: ['X'] } },
      },
    )
    expect(changed(STORED, (shown) => (shown.details[0]!.short_name = 'T'))).toEqual({
      ...STORED,
      details: [{ name: 'Tide', short_name: 'T' }],
    })
    expect(changed(STORED, (shown) => (shown.source_control[0]!.type = 'Github'))).toEqual({
      ...STORED,
      source_control: [{ type: 'Github' }],
    })
    expect(changed(STORED, (shown) => (shown['developed'] = ['In House', '']))).toEqual({
      ...STORED,
      developed: ['In House', ''],
    })
    expect(changed({ details: [{ name: 'Tide' }] }, (shown) => (shown['stage'] = 'Live'))).toEqual({
      details: [{ name: 'Tide' }],
      stage: 'Live',
    })
  })

  it('keeps changed values as sent', () => {
    const { architecture } = STORED
    const other = { a: 1 }
    expect(changed(STORED, (shown) => (shown['stage'] = other))).toEqual({
      ...STORED,
      stage: other,
    })
    expect(
      changed(
        STORED,
        (shown) => ((shown.architecture as Record<string, unknown>)['database'] = 'MySQL'),
      ),
    ).toEqual({ ...STORED, architecture: { ...architecture, database: 'MySQL' } })
  })

  it('keeps stored values next to changed ones', () => {
    const languages = { main: null, others: [] }
    const changedLanguages = changed({ ...STORED, architecture: { languages } }, (shown) => {
      shown.architecture['languages']!['others'] = ['X']
    })
    expect(changedLanguages['architecture']).toEqual({ languages: { main: null, others: ['X'] } })
    const sources = [{ type: 'Github' }, { type: 'Gitlab' }]
    const changedSource = changed({ ...STORED, source_control: sources }, (shown) => {
      shown.source_control[1]!['type'] = 'Gitea'
    })
    expect(changedSource['source_control']).toEqual([{ type: 'Github' }, { type: 'Gitea' }])
  })

  it('keeps both arrays of a pair when one changed', () => {
    const added = (shown: Shown) => (shown.architecture['languages']!['main'] = ['X'])
    expect(changed({ details: [{ name: 'Tide' }] }, added)).toStrictEqual({
      details: [{ name: 'Tide' }],
      architecture: { languages: { main: ['X'], others: [] } },
    })
  })

  it('stores a tool under its changed name with all its values', () => {
    const { supporting_tools: tools } = STORED
    const tool = { main: ['X'], others: ['Figma'] }
    const older = changed(STORED, (shown) => (shown.supporting_tools['user_interface'] = tool))
    expect(older).toEqual({ ...STORED, supporting_tools: { ...tools, user_interface: tool } })
    const documented = changed(STORED, (shown) => (shown.supporting_tools['ui_tools'] = tool))
    expect(documented).toEqual({ ...STORED, supporting_tools: { ...tools, ui_tools: tool } })
    const other = changed(STORED, (shown) => (shown.supporting_tools['diagrams']!['main'] = ['X']))
    expect(other).toEqual({ ...STORED, supporting_tools: { ...tools, diagrams: { main: ['X'] } } })
  })

  it('restores the stored name of a tool returned under its alias', () => {
    const tool = { main: ['X'], others: ['Figma'] }
    const send = (tools: object, change: object = {}) =>
      changed({ ...STORED, supporting_tools: tools }, (shown) => {
        delete shown.supporting_tools['ui_tools']
        delete shown.supporting_tools['project_tracking_tools']
        Object.assign(shown.supporting_tools, change)
      })['supporting_tools']
    const { supporting_tools: tools } = STORED
    for (const stored of [
      tools,
      { ...tools, user_interface: null },
      { ...tools, project_tracking_tools: 'Jira' },
      { ...tools, user_interface: { main: ['Miro'], others: [] } },
      { ui_tools: { others: ['Figma'] } },
    ])
      expect(send(stored)).toEqual(stored)
    expect(send(tools, { user_interface: tool })).toEqual({
      incident_management: 'Pager',
      user_interface: tool,
    })
  })

  it('applies additions to and removals from an array', () => {
    const kim = { email: 'kim@acme.example' }
    const lee = { email: 'lee@acme.example', roles: [], grade: 'HEO' }
    expect(changed(STORED, (shown) => void shown.user.push(lee))).toEqual({
      ...STORED,
      user: [kim, null, lee],
    })
    expect(changed(STORED, (shown) => (shown.user = [lee]))).toEqual({ ...STORED, user: [lee] })
    expect(changed(STORED, (shown) => void shown.user.pop())).toEqual({ ...STORED, user: [kim] })
  })

  it.each([undefined, '', 'Github', []])(
    'stores only the added element next to a completed one: %j',
    (sources) => {
      const stored = { details: [{ name: 'Tide' }], source_control: sources }
      const added = { type: 'Gitlab' }
      expect(changed(stored, (shown) => void shown.source_control.push(added))).toEqual({
        details: [{ name: 'Tide' }],
        source_control: [added],
      })
      expect(changed(stored, () => {})).toEqual(stored)
    },
  )

  it('ignores blanks in place of completed values', () => {
    const blank = (shown: Shown) => {
      Object.assign(shown, { stage: '', source_control: [{ type: '', links: [] }] })
      Object.assign(shown.details[0]!, { short_name: '', project_dependencies: [] })
      shown.architecture['database'] = { main: [], others: [] }
      shown.architecture['hosting']!['details'] = []
      shown.supporting_tools['project_tracking'] = '' as never
    }
    expect(changed(STORED, blank)).toEqual(STORED)
    expect(changed({ ...STORED, stage: 'Live' }, (shown) => (shown['stage'] = ''))).toEqual({
      ...STORED,
      stage: '',
    })
  })

  it('has its members in the order in which they are stored, and new ones behind them', () => {
    const stored = { stage: 'Live', details: [{ more: 1, name: 'Tide' }], developed: ['A', ''] }
    const part = changed(stored, (shown) => {
      const { stage, developed } = shown
      delete shown['stage']
      delete shown['developed']
      Object.assign(shown, { user: [{ email: 'kim@acme.example' }], developed, stage })
      shown.details = [{ name: 'Ebb', more: 1 }]
    })
    expect(JSON.stringify(part)).toBe(
      JSON.stringify({
        stage: 'Live',
        details: [{ more: 1, name: 'Ebb' }],
        developed: ['A', ''],
        user: [{ email: 'kim@acme.example' }],
      }),
    )
  })
})
