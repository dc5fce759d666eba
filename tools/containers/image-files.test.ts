import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** A file and all files that it imports, by path or from a package of the repository. */
function closureOf(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path) || !existsSync(join(ROOT, path))) return found
  found.add(path)
  for (const [, imported = ''] of textOf(path).matchAll(IMPORTS)) {
    closureOf(exported(imported) ?? normalize(join(dirname(path), imported)), found)
  }
  return found
}

const IMPORTS = /(?:from|import\(?)\s*'((?:\.|@landscape\/)[^']+)'/g

/** The file behind an import of a package of the repository. */
function exported(imported: string): string | undefined {
  const [, name, subpath] = /^@landscape\/([^/]+)\/(.+)$/.exec(imported) ?? []
  if (name === undefined) return undefined
  const folder = [`libs/${name}`, `services/${name}`, name].find((one) =>
    existsSync(join(ROOT, one)),
  )
  if (folder === undefined) return undefined
  const { exports } = JSON.parse(textOf(`${folder}/package.json`)) as {
    exports: Record<string, string>
  }
  return normalize(join(folder, exports[`./${subpath}`] ?? ''))
}

/** The paths that a stage of the Dockerfile copies from the repository. */
function copiedIn(stage: string): string[] {
  const [, instructions = ''] = textOf('Dockerfile').split(`FROM base AS ${stage}\n`)
  const [own = ''] = instructions.split('\nFROM ')
  return [...own.matchAll(/^COPY ([^-\s]\S*) /gm)].map(([, path = '']) => path)
}

/** The paths that `.dockerignore` leaves in the context of the build. */
const CONTEXT = [...textOf('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path = '']) => path)

const isIn = (paths: readonly string[], file: string) =>
  paths.some((path) => file === path || file.startsWith(`${path}/`))

describe.each([
  ['operator', ['tools/store.ts']],
  ['local-setup', ['tools/containers/make-secrets.ts', 'tools/containers/stock-store.ts']],
])('the image %s', (stage, commands) => {
  const files = commands.flatMap((command) => [...closureOf(command)])

  it('contains the files that its commands import', () => {
    expect(files.length).toBeGreaterThan(commands.length - 1)
    expect(files.filter((file) => !isIn(copiedIn(stage), file))).toEqual([])
  })

  it('is built from a context with these files', () => {
    expect(files.filter((file) => !isIn(CONTEXT, file))).toEqual([])
  })
})
