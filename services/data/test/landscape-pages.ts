import { elementsOf } from '@landscape/dev/page-reader'
import { expect } from '@jest/globals'
import request from 'supertest'
import { dataService } from './data-service.ts'

export const EVIL = '<script>alert(1)</script>'
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'

export const project = (
  name: string,
  others: string[],
  { programme = 'Coast', stage = 'Active Support' } = {},
) => ({
  details: [{ name, programme_name: programme }],
  architecture: { frameworks: { main: [], others } },
  stage,
})
const entry = (title: string, ring: string, date: string, description = '') => ({
  id: title.toLowerCase(),
  title,
  quadrant: '2',
  description,
  timeline: [
    { moved: 0, ringId: 'trial', date: '2020-01-01', description: 'First position' },
    { moved: 1, ringId: ring, date, description: 'Moved' },
  ],
})
const repository = (name: string, url: string, language = 'TypeScript') => ({
  name,
  url,
  visibility: 'PUBLIC',
  last_commit: '2026-01-02T10:00:00Z',
  technologies: { languages: [{ name: language, size: 5, percentage: 100 }] },
})

const STORED = {
  projects: {
    projects: [
      project('Berths', ['Angular', 'React'], { programme: 'Harbours' }),
      project('Tides', ['angular'], { stage: 'Development' }),
      project('Buoys', ['React']),
    ],
  },
  radar: {
    title: 'Radar',
    quadrants: [{ id: '2', name: 'Frameworks' }],
    rings: [
      { id: 'trial', name: 'TRIAL' },
      { id: 'hold', name: 'HOLD' },
    ],
    entries: [entry('Angular', 'hold', '2024-04-15'), entry('Svelte', 'trial', '2026-05-01')],
  },
  repositories: { repositories: [repository('tides-ui', 'https://scm.example/tides-ui')] },
  technologyNames: [{ name: 'Angular', aliases: ['NG'] }],
}

/** Documents whose strings are markup and unsafe addresses. */
export const HOSTILE = {
  projects: {
    projects: [
      project(EVIL, [EVIL, 'javascript:alert(1)'], { programme: EVIL, stage: EVIL }),
      project('"onmouseover="x', [EVIL], { programme: EVIL }),
    ],
  },
  radar: {
    title: EVIL,
    quadrants: [{ id: '2', name: EVIL }],
    rings: [{ id: 'hold', name: EVIL }],
    entries: [entry(EVIL, 'hold', '2024-04-15', EVIL)],
  },
  repositories: {
    repositories: [
      repository(EVIL, 'javascript:alert(1)', EVIL),
      repository('data', 'data:text/html,x', EVIL),
      repository('other host', '//evil.example', EVIL),
      repository('backslash', '/\\evil.example', EVIL),
    ],
  },
  technologyNames: [{ name: EVIL, aliases: [`${EVIL} 2`] }],
}

/** The data service as browsers read it. */
export async function pageService(stored: Parameters<typeof dataService>[0] = STORED) {
  const { app, put } = await dataService(stored)
  const get = (path: string) => request(app).get(path).set('accept', BROWSER)
  const pageAt = async (path: string) => {
    const { status, text } = await get(path)
    expect([path, status]).toEqual([path, 200])
    return elementsOf(text)
  }
  return { get, pageAt, put }
}

type Page = ReturnType<typeof elementsOf>
export const headingOf = (page: Page) => page.find(({ name }) => name === 'h1')?.text
export const linksOn = (page: Page) =>
  page.flatMap(({ name, attributes: { href } }) => (name === 'a' && href ? [href] : []))
/** The heading of each row of a table. */
export const rowsOf = (page: Page) =>
  page.flatMap(({ name, attributes: { scope }, text }) =>
    name === 'th' && scope === 'row' ? [text] : [],
  )
