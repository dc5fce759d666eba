/** A project of the registry, with every documented section. */
export const PROJECT_EXAMPLE = {
  user: [
    { email: 'idris.quill@acme-coast.example', roles: ['Technical Contact'], grade: 'Grade 7' },
    { email: 'linnea.garrow@acme-coast.example', roles: ['Delivery Manager'], grade: 'Grade 6' },
  ],
  details: [
    {
      name: 'Harbour Berths',
      short_name: 'HB',
      documentation_link: ['https://docs.acme-coast.example/harbour-berths'],
      project_description: 'Books berths for arriving vessels.',
      programme_name: 'Harbour Operations',
      programme_short_name: 'HBR',
      project_dependencies: [{ name: 'Harbour API', description: 'berth data' }],
    },
  ],
  developed: ['Partnership', 'Tidal Works'],
  source_control: [
    {
      type: 'Github',
      links: [{ description: 'batch', url: 'https://scm.example/acme/harbour-berths-batch' }],
    },
  ],
  architecture: {
    hosting: { type: ['Cloud'], details: ['AWS'] },
    database: { main: ['PostgreSQL'], others: [] },
    languages: { main: ['Java', 'Kotlin'], others: ['Bash'] },
    frameworks: { main: ['Spring Boot'], others: [] },
    cicd: { main: ['Jenkins'], others: [] },
    environments: {
      dev: true,
      int: false,
      uat: true,
      preprod: true,
      prod: true,
      postprod: false,
    },
    infrastructure: { main: ['Docker'], others: [] },
    publishing: { main: [], others: ['Maven Central'] },
  },
  stage: 'Active Support',
  supporting_tools: {
    code_editors: { main: ['IntelliJ IDEA'], others: [] },
    ui_tools: { main: [], others: ['Figma'] },
    diagram_tools: { main: ['draw.io'], others: [] },
    project_tracking_tools: 'Jira',
    documentation_tools: { main: ['Confluence'], others: [] },
    communication_tools: { main: ['Slack'], others: [] },
    collaboration_tools: { main: ['GitHub'], others: [] },
    incident_management: 'PagerDuty',
  },
}

/** A technology on the radar, assessed first and on trial since. */
export const RADAR_ENTRY_EXAMPLE = {
  id: 'tech-1791194400000-zig',
  title: 'Zig',
  key: 'zig',
  url: '#',
  quadrant: '1',
  description: 'Languages',
  links: [],
  timeline: [
    { moved: 0, ringId: 'assess', date: '2026-03-02', description: 'Added for review' },
    { moved: 1, ringId: 'trial', date: '2026-10-05', description: 'Two teams ship with it' },
  ],
}

/** A complete radar. */
export const RADAR_EXAMPLE = {
  title: 'Acme Coast Technology Radar',
  quadrants: [
    { id: '1', name: 'Languages' },
    { id: '2', name: 'Frameworks' },
    { id: '3', name: 'Infrastructure' },
    { id: '4', name: 'Supporting Tools' },
  ],
  rings: [
    { id: 'adopt', name: 'ADOPT', color: '#008a00' },
    { id: 'trial', name: 'TRIAL', color: '#0057b8' },
    { id: 'assess', name: 'ASSESS', color: '#b35c00' },
    { id: 'hold', name: 'HOLD', color: '#c00000' },
  ],
  entries: [RADAR_ENTRY_EXAMPLE],
}

/** An edition of the radar. */
export const EDITION_EXAMPLE = {
  id: 'spring-2026',
  name: 'Spring 2026',
  at: '2026-05-05T10:00:00.000Z',
  note: 'Presented to the architecture board.',
}

/** A banner as readers see it. */
export const BANNER_EXAMPLE = {
  id: '39273ab36ea8',
  title: 'Autumn radar review',
  message: 'Proposals for the autumn review of the radar are open until 30 November.',
  type: 'info',
  pages: ['radar'],
  show: true,
} as const

/** Technology lists by category. */
export const LISTS_EXAMPLE = {
  languages: ['Java', 'Kotlin', 'Python', 'TypeScript'],
  database: ['PostgreSQL', 'SQLite'],
  cicd: ['GitHub Actions', 'Jenkins'],
}

/** A recorded change of the radar; the sample data contains it. */
export const CHANGE_EXAMPLE = {
  id: 'radar-1-1',
  at: '2026-10-06T09:30:00.000Z',
  document: 'radar',
  actor: { email: 'maren.holt@acme-coast.example' },
  action: 'review radar',
  requestId: '0b0f6a56-6c2c-4a57-9d58-0f6f2f5f9f3e',
  subjects: ['tech-1791194400000-zig'],
  summary: 'Zig: Assess → Trial',
  operations: [
    {
      op: 'add' as const,
      path: '/entries/tech-1791194400000-zig/timeline/1',
      after: RADAR_ENTRY_EXAMPLE.timeline[1],
    },
  ],
  undoes: null,
  undoneBy: null,
}

/** Usage of assistants on one day. */
export const USAGE_DAY_EXAMPLE = {
  date: '2026-11-17',
  total_active_users: 17,
  total_engaged_users: 12,
  copilot_ide_chat: { total_engaged_users: 5 },
  copilot_ide_code_completions: {
    total_engaged_users: 12,
    languages: [{ name: 'typescript', total_engaged_users: 8 }],
  },
}
