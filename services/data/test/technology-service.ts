import request from 'supertest'
import { dataService } from './data-service.ts'

export const project = (
  name: string,
  others: string[],
  programme = 'Harbours',
  stage = 'Active Support',
) => ({
  details: [{ name, programme_name: programme }],
  architecture: { frameworks: { main: [], others } },
  stage,
})

const entry = (title: string, ring: string, date: string) => ({
  id: title.toLowerCase(),
  title,
  quadrant: '2',
  description: 'Frameworks',
  timeline: [
    { moved: 0, ringId: 'trial', date: '2020-01-01', description: 'First position' },
    { moved: 1, ringId: ring, date, description: 'Moved' },
  ],
})

export const STORED = {
  projects: {
    projects: [
      project('Berths', ['Angular', 'React']),
      project('Tides', ['angular'], 'Coast', 'Development'),
      project('Buoys', ['React'], 'Coast'),
    ],
  },
  radar: {
    title: 'Radar',
    quadrants: [{ id: '2', name: 'Frameworks' }],
    rings: [
      { id: 'hold', name: 'HOLD' },
      { id: 'trial', name: 'TRIAL' },
    ],
    entries: [entry('Angular', 'hold', '2024-04-15'), entry('Svelte', 'trial', '2026-05-01')],
  },
  repositories: {
    repositories: [
      {
        name: 'tides-ui',
        url: 'https://scm.example/tides-ui',
        visibility: 'PRIVATE',
        technologies: { languages: [{ name: 'TypeScript', size: 5, percentage: 100 }] },
      },
    ],
  },
  arrayData: { frameworks: ['Angular', 'React'] },
}

export async function service(stored: Parameters<typeof dataService>[0] = STORED) {
  const { app, put } = await dataService(stored)
  return { get: (path: string) => request(app).get(path), put }
}
