import type { TechnologiesReply, TechnologyDetails } from './reply.ts'

export const TECHNOLOGIES_EXAMPLE: TechnologiesReply = {
  total: 1,
  totals: { technologies: 161, projects: 56, repositories: 84 },
  leftOut: { entries: 0, listItems: 0, languages: 0, projectNames: 0 },
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
      repositories: null,
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
  otherSpellings: 0,
  radar: {
    id: 'tech-1566295200000-angular',
    quadrant: { id: '2', name: 'Frameworks' },
    ring: { id: 'hold', name: 'HOLD' },
    since: '2024-04-15',
    useInstead: null,
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
        directorate: { id: 0, name: 'Coastal Services (CS)' },
      },
    ],
    reviews: [{ ring: 'hold', date: '2025-02-25', description: 'Position confirmed' }],
  },
  rings: [
    {
      directorate: { id: 0, name: 'Coastal Services (CS)' },
      ring: { id: 'hold', name: 'HOLD' },
      since: '2024-04-15',
    },
  ],
  otherEntries: [],
  lookAlikes: [
    {
      name: 'Angular 2',
      slug: 'angular-2',
      ring: null,
      reason: 'the names differ only by a version',
    },
  ],
  projects: [
    {
      name: 'Harbour Berths',
      slug: 'harbour-berths',
      programme: 'Harbour Operations',
      stage: 'Development',
      uses: [{ section: 'frameworks', importance: 'other' }],
    },
  ],
  repositories: null,
  hiddenRepositories: 0,
  lists: ['frameworks'],
  totals: {
    projects: 1,
    retiredProjects: 0,
    mainProjects: 0,
    otherProjects: 1,
    repositories: null,
    archivedRepositories: null,
    bytes: null,
  },
  link: '/technologies/angular',
}
