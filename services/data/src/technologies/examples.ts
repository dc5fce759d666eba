import type { TechnologyDetails, TechnologyRow } from './technology.ts'

export const TECHNOLOGIES_EXAMPLE: {
  total: number
  totals: Record<'technologies' | 'projects' | 'repositories', number>
  asOf: { repositories: string | null }
  technologies: TechnologyRow[]
} = {
  total: 1,
  totals: { technologies: 161, projects: 56, repositories: 84 },
  asOf: { repositories: '2026-11-15T05:00:00Z' },
  technologies: [
    {
      name: 'Angular',
      slug: 'angular',
      quadrant: 'Frameworks',
      ring: 'hold',
      movedOn: '2024-04-15',
      projects: 8,
      mainProjects: 2,
      otherProjects: 6,
      repositories: 0,
      lists: ['frameworks'],
      link: '/technologies/angular',
    },
  ],
}

export const TECHNOLOGY_EXAMPLE: TechnologyDetails = {
  name: 'Angular',
  slug: 'angular',
  aliases: ['AngularJS'],
  spellings: [{ spelling: 'Angular', projects: 1 }],
  radar: {
    id: 'tech-1566295200000-angular',
    quadrant: { id: '2', name: 'Frameworks' },
    ring: { id: 'hold', name: 'HOLD' },
    since: '2024-04-15',
    description: 'Frameworks',
    moves: [
      {
        id: 'tech-1566295200000-angular',
        title: 'Angular',
        quadrant: '2',
        from: 'trial',
        to: 'hold',
        date: '2024-04-15',
        description: 'No team starts with it any more',
      },
    ],
  },
  otherEntries: [],
  projects: [
    {
      name: 'Harbour Berths',
      programme: 'Harbour Operations',
      stage: 'Development',
      uses: [{ section: 'frameworks', importance: 'other' }],
    },
  ],
  repositories: [
    {
      name: 'harbour-berths-ui',
      url: 'https://scm.example/acme/harbour-berths-ui',
      visibility: 'internal',
      share: 77.6,
      bytes: 471_064,
      lastCommit: '2026-06-08T13:04:32Z',
      isArchived: false,
    },
  ],
  hiddenRepositories: 0,
  lists: ['frameworks'],
  totals: {
    projects: 1,
    mainProjects: 0,
    otherProjects: 1,
    repositories: 1,
    archivedRepositories: 0,
    bytes: 471_064,
  },
  link: '/technologies/angular',
}
