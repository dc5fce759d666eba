import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startLandscape, type Landscape } from './support/landscape.ts'

const run = promisify(execFile)
const PACKAGE = fileURLToPath(new URL('../libs/client', import.meta.url))
const TSC = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))

/** Packs a package; resolves with the path of the tarball, relative to `destination`. */
async function pack(directory: string, destination: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', destination], {
    cwd: directory,
  })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }]
  return `./${filename}`
}

let landscape: Landscape
beforeAll(async () => {
  landscape = await startLandscape()
}, 60_000)
afterAll(async () => landscape?.stop())

const programFor = (gateway: string) => `
import { createLandscapeClient, LandscapeError, type Schemas } from '@landscape/client'
import description from '@landscape/client/openapi.json' with { type: 'json' }
const landscape = createLandscapeClient({ baseUrl: '${gateway}' })
const { data } = await landscape.listProjectRows()
const rows: Schemas['CsvRow'][] = data
console.log(rows.map(({ Project }) => Project).join(), description.openapi)
const nameOf = ({ details }: Schemas['Project']): string => details[0].name
const project = await landscape.getProject({ project_name: 'Harbour Berths' })
console.log(nameOf(project.data))
const error = await landscape.getProject({ project_name: 'x' }).catch((thrown: unknown) => thrown)
if (!(error instanceof LandscapeError) || !error.requestId) throw new Error('no request id')
// @ts-expect-error: the operation does not exist
void landscape.getNothing
// @ts-expect-error: the project is not named
void (() => landscape.getProject())
// @ts-expect-error: the operation has no pages
void (() => landscape.pages('getRadar'))
// @ts-expect-error: the read needs another parameter
void (() => landscape.edit('getChange', 'updateProject', { project_name: 'x' }, () => ({})))
`

describe('the package of the client', () => {
  it('works in a project without other dependencies', async () => {
    const project = await mkdtemp(join(tmpdir(), 'landscape-client-'))
    try {
      const tarball = await pack(PACKAGE, project)
      await writeFile(join(project, 'package.json'), '{"type":"module"}')
      await run('npm', ['install', '--offline', '--no-audit', tarball], { cwd: project })
      await writeFile(join(project, 'program.ts'), programFor(landscape.url))
      const compile = [
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--lib',
        'es2024,dom',
        '--resolveJsonModule',
      ]
      await run(TSC, [...compile, 'program.ts', '--types', ''], { cwd: project }).catch(
        ({ stdout: faults }: { stdout: string }) => {
          throw new Error(faults)
        },
      )
      const ran = await run(process.execPath, ['program.js'], { cwd: project })
      expect(ran.stdout).toMatch(/\nHarbour Berths\n$/)
    } finally {
      await rm(project, { recursive: true, force: true })
    }
  }, 120_000)
})
