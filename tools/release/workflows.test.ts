import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { readText, ROOT } from '../docs/texts.ts'
import { SERVICE_NAMES } from '../start/plan.ts'

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

interface Job {
  permissions?: Record<string, string>
  needs?: string | string[]
  steps?: { run?: string }[]
  strategy?: { matrix: { include: { image: string; target: string }[] } }
}

const FOLDER = '.github/workflows'
const WORKFLOWS = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`)
const release = parse(readText(`${FOLDER}/release.yml`)) as Workflow

describe.each(WORKFLOWS)('%s', (path) => {
  it('pins every action by commit and names its version', () => {
    const used = [...readText(path).matchAll(/uses: (?!\.\/)(.*)/g)].map(([, action]) => action)
    expect(used.length).toBeGreaterThan(2)
    for (const action of used) {
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
  })

  it('keeps no credentials of the checkout', () => {
    const text = readText(path)
    const count = (word: string) => text.split(word).length
    expect(count('persist-credentials: false')).toBe(count('uses: actions/checkout@'))
  })
})

describe('the release', () => {
  it('builds an image of each service and of the operator', () => {
    expect(release.jobs['image']?.strategy?.matrix.include).toEqual([
      ...SERVICE_NAMES.map((image) => ({ image, target: 'service' })),
      { image: 'operator', target: 'operator' },
    ])
    expect(readText(`${FOLDER}/release.yml`)).toContain(`-eq ${SERVICE_NAMES.length + 1}`)
  })

  it('builds targets of the Dockerfile', () => {
    const stages = [...readText('Dockerfile').matchAll(/^FROM .* AS (\S+)$/gm)].map(([, s]) => s)
    expect(stages).toEqual(expect.arrayContaining(['service', 'operator']))
  })

  it('publishes only after the checks, and only in one job', () => {
    expect(release.permissions).toEqual({})
    expect(release.jobs['image']?.needs).toBe('check')
    expect(release.jobs['client']?.needs).toBe('check')
    expect(release.jobs['publish']?.needs).toEqual(['image', 'client'])
    const writing = Object.entries(release.jobs)
      .filter(([, { permissions }]) => permissions?.['id-token'] === 'write')
      .map(([name]) => name)
    expect(writing).toEqual(['publish'])
  })

  it('runs no code of dependencies in the job that publishes', () => {
    const commands = (release.jobs['publish']?.steps ?? []).map(({ run = '' }) => run).join('\n')
    expect(commands).toContain('npm publish')
    expect(commands).not.toMatch(
      /\bnpm (?:ci|i|install|run|exec|start|test|pack)\b|\bnpx\b|\bnode\b/,
    )
  })

  it('publishes and creates only missing parts, so that it can be repeated', () => {
    const commands = (release.jobs['publish']?.steps ?? []).map(({ run = '' }) => run).join('\n')
    expect(commands).toMatch(/npm view \S+ version \|\|\s+npm publish/)
    expect(commands).toMatch(/gh release view \S+ \|\|\s+gh release create/)
  })
})
