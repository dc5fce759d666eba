/** Documents as the previous system stored them: every generation of member names, and malformed records. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '@landscape/contracts/json'
import { projectNameOf } from '@landscape/contracts/projects'

const moved = (ringId: unknown, description: string, more: object = {}) => ({
  moved: 0,
  ringId,
  date: '2025-09-09 16:32:13',
  description,
  ...more,
})
const entry = (id: string, quadrant: string, more: object = {}) => ({
  id,
  title: id.toUpperCase(),
  key: id,
  url: '#',
  quadrant,
  description: 'Languages',
  links: [],
  timeline: [moved('adopt', 'Added', { author: 'kim@acme.example', directorate: 1 })],
  ...more,
})

const RADAR = {
  title: 'Acme Radar',
  edition: { year: 2024, notes: ['kept'] },
  quadrants: [
    { id: '1', name: 'Languages' },
    { id: '2', name: 'Frameworks' },
    { id: '3', name: 'Supporting Tools' },
    { id: '4', name: 'Infrastructure' },
  ],
  rings: [
    { id: 'adopt', name: 'ADOPT', color: '#008a00' },
    { id: 'hold', name: 'HOLD', color: '#de001a' },
  ],
  entries: [
    entry('bash', '1', { tags: null }),
    entry('cobol', '1', { timeline: [moved('adopt', 'x'.repeat(60_000), { author: null })] }),
    entry('twice', '1', { note: 1 }),
    entry('twice', '1', { note: 2 }),
    entry('zig', '1', { champion: { team: 'a' } }),
    entry('django', '2', { timeline: [] }),
    entry('stray', '2', { timeline: [moved('gone', 'x', { author: { name: 'Kim' } })] }),
    entry('jira', '3', { filteredTimeline: [], directorate: 'Digital' }),
    null,
  ],
}

const BANNERS = {
  messages: [
    { message: 'Very old', page: 'radar', show: true },
    { title: '', message: 'Old', type: 'info', pages: ['radar'], show: true },
    { title: 'New', description: 'Newer', type: 'critical', pages: ['projects'], show: 'true' },
    null,
  ],
  version: 3,
}

const LISTS = { languages: ['Go', 'Zig', 7], frameworks: 'Django', database: ['PostgreSQL'] }

const PROJECTS = {
  projects: [
    {
      user: [
        { email: 'dev@example.org', roles: ['Technical Contact', 'Editor'], grade: 'SEO' },
        { email: 'lee@acme.example', roles: ['Delivery Manager'], grade: '' },
      ],
      details: [
        { name: 'Tide Tables', short_name: 'TT', project_dependencies: [{ name: 'Berth' }] },
      ],
      developed: ['Outsourced', ['Acme', 'Bolt']],
      source_control: '',
      architecture: {
        hosting: '',
        database: '',
        languages: { main: ['JS'], others: ['Zig', 'JS'] },
        frameworks: [],
        environments: {},
      },
      stage: '',
      supporting_tools: {
        user_interface: { main: [], others: ['Figma'] },
        project_tracking: 'Jira',
        miscellaneous: [{ name: 'JS', description: 'a tool' }],
      },
      ticket: { id: 7 },
    },
    {
      user: '',
      details: [{ name: 'Berth' }],
      architecture: { environments: { dev: 'yes' }, languages: 'JS' },
      supporting_tools: { ui_tools: { main: [], others: [] } },
    },
    null,
    {
      stage: 'Active Support',
      details: [
        { programme_name: 'Coast', name: 'Quay', aim: 'kept', documentation_link: ['https://q'] },
      ],
      user: [
        {
          email: 'kim@acme.example',
          roles: ['Technical Contact', 'Editor'],
          grade: 'SEO',
          desk: 4,
        },
        { email: 'lee@acme.example', roles: ['Delivery Manager'], grade: '' },
        { email: 'max@acme.example', roles: ['Editor'], grade: '' },
      ],
      source_control: [
        { type: 'Github', links: [{ description: 'main', url: 'https://g', private: true }] },
        { type: 'Gitlab', links: [] },
      ],
      supporting_tools: {
        ui_tools: { main: [], others: ['Figma'] },
        project_tracking_tools: 'Trello',
        diagrams: { main: ['Miro'], others: [] },
        diagram_tools: { main: [], others: ['Draw'] },
        cost: 3,
      },
      architecture: {
        integrations: { main: [], others: ['Drone'] },
        hosting: { type: ['Cloud'], details: ['AWS'], region: 'eu' },
        environments: {
          dev: true,
          int: false,
          uat: false,
          preprod: true,
          prod: true,
          postprod: false,
        },
        database: { others: ['Redis'] },
      },
    },
  ],
  generated: 'by hand',
}

const REPOSITORIES = {
  repositories: [
    {
      name: 'Tide-Tables',
      url: 'https://scm.example/acme/Tide-Tables',
      visibility: 'PUBLIC',
      is_archived: false,
      last_commit: '2025-11-20T10:30:00Z',
      technologies: { languages: [{ name: 'Zig', size: 70_000, percentage: 70.5 }], IAC: ['HCL'] },
      owners: null,
    },
    { name: 'berth', visibility: 'secret', is_archived: 1, last_commit: null, technologies: {} },
    { name: 'odd', last_commit: 'yesterday', technologies: { languages: [null, { name: 'Zig' }] } },
    null,
  ],
  scan: 12,
}

const DIRECTORATES = [
  { id: 0, name: 'Coastal', colour: '#1f77b4', default: true, enabled: true },
  { id: '1', name: 'Harbours', note: 'kept' },
]

const day = (date: string) => ({
  date,
  total_active_users: 2,
  total_engaged_users: 1,
  copilot_ide_chat: { total_engaged_users: 0, editors: [] },
  copilot_ide_code_completions: null,
})
const TEAM = { slug: 'tides', name: 'Tides', url: 'https://scm.example/orgs/acme/teams/tides' }

/** Each document with the indentation, in spaces, of the previous system. */
export const MOVED = {
  'main/onsRadarSkeleton.json': [RADAR, 2],
  'main/messages.json': [BANNERS, 2],
  'main/repositories.json': [REPOSITORIES, 2],
  'main/directorates.json': [DIRECTORATES, 2],
  'assistant/historic_usage_data.json': [
    [
      day('2025-12-01'),
      { ...day('2025-12-02'), extra: 1 },
      {
        day: '2025-12-03',
        organization_id: '42',
        daily_active_users: 3,
        totals_by_feature: [{ feature: 'code_completion', code_generation_activity_count: 5 }],
      },
    ],
    2,
  ],
  'assistant/archive/pre-mar26/historic_usage_data_mar26.json': [[day('2025-11-01')], 2],
  'assistant/archive/pre-feb25/historic_usage_data_feb25.json': [
    [{ day: '2025-01-01', total_active_users: 2, total_suggestions_count: 9 }],
    2,
  ],
  'assistant/teams_history.json': [
    [{ team: { ...TEAM, description: null }, data: [day('2025-12-01')] }],
    2,
  ],
  'assistant/copilot_teams.json': [[TEAM], 2],
  'assistant/admin_teams.json': [['platform'], 2],
  'audit-tool/array_data.json': [LISTS, 2],
  'audit-tool/new_project_data.json': [PROJECTS, 4],
} as const
export type MovedName = keyof typeof MOVED

/** Members and their values that identify a malformed record. */
const MALFORMED: Readonly<Record<string, readonly unknown[]>> = {
  id: ['bash', 'stray'],
  frameworks: ['Django'],
  type: ['critical'],
  note: ['kept'],
  name: ['berth', 'odd'],
  copilot_ide_code_completions: [null],
}
/** Projects that the API returns with null for absent members. */
const PROJECTS_SHOWN = new Set<unknown>(['Tide Tables', 'Berth', 'Quay', 'Harbour'])

/** Returns whether a returned record does not match its description. */
export function isMalformedRecord(record: unknown): boolean {
  if (!isRecord(record)) return record === null || typeof record === 'number'
  const hasMalformedMember = Object.entries(MALFORMED).some(([member, values]) =>
    values.includes(record[member]),
  )
  return hasMalformedMember || PROJECTS_SHOWN.has(projectNameOf(record))
}

/** Writes the documents below a directory in the layout of an exported bucket. */
export async function writeMoved(directory: string): Promise<void> {
  for (const [name, [document, spaces]] of Object.entries(MOVED)) {
    const path = join(directory, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, JSON.stringify(document, null, spaces))
  }
}
