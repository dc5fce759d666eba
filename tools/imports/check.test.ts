import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { checkImports } from './check.ts'
import { RULES, SOURCE_RULES } from './rules.ts'

const PACKAGES: Record<string, string[]> = {
  'libs/contracts': ['zod'],
  'libs/views': [],
  'libs/store': ['@landscape/contracts', 'zod'],
  'libs/http': ['@landscape/contracts', 'express'],
  'libs/runtime': ['@landscape/contracts', '@landscape/http', 'pino', 'jose'],
  'services/data': ['@landscape/contracts', '@landscape/http', 'express'],
  'services/gateway': ['@landscape/contracts', 'express'],
  'services/assistant': ['@landscape/contracts', '@landscape/http'],
  dev: [],
}
const MODULES = ['zod', 'pino', 'jose', 'express', 'left-pad']

let root: string

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Writes a file that only imports. */
function importing(from: string, ...targets: string[]) {
  write({ [from]: targets.map((target) => `import '${target}'\n`).join('') })
}

async function brokenRules() {
  const { violations } = await checkImports(root, ['libs', 'services', 'tools', 'dev'])
  return [...new Set(violations.map((line) => line.split(':')[0]))]
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imports-'))
  mkdirSync(join(root, 'node_modules/@landscape'), { recursive: true })
  write({ 'package.json': '{ "type": "module" }', 'tools/start.ts': 'export {}' })
  for (const name of MODULES) {
    write({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: 'index.js' }),
      [`node_modules/${name}/index.js`]: '',
    })
  }
  for (const [path, dependencies] of Object.entries(PACKAGES)) {
    const name = `@landscape/${path.split('/').at(-1)}`
    write({
      [`${path}/package.json`]: JSON.stringify({
        name,
        type: 'module',
        exports: './src/index.ts',
        dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, '*'])),
      }),
      [`${path}/src/index.ts`]: 'export {}',
    })
    symlinkSync(join(root, path), join(root, 'node_modules', name))
  }
  write({
    'services/data/src/main.ts': `import './app.ts'; import './config.ts'`,
    'services/data/src/app.ts': `import express from 'express'; import './radar/routes.ts'`,
    'services/data/src/config.ts': 'export {}',
    'services/data/src/radar/routes.ts': `import './find.ts'; import '@landscape/http'`,
    'services/data/src/routes/rows.ts': `import '@landscape/http'`,
    'services/data/src/radar/find.ts': `import '@landscape/contracts'; import 'node:path'`,
    'services/data/src/radar/find.test.ts': `import './find.ts'; import 'left-pad'`,
    'services/gateway/src/main.ts': `import './forward/forward.ts'`,
    'services/gateway/src/forward/forward.ts': `import express from 'express'`,
    'services/assistant/src/config.ts': 'export {}',
    'services/assistant/src/usage/days.ts': `import '@landscape/contracts'`,
    'services/assistant/src/host/source-control-host.ts': `import '../usage/days.ts'`,
    'services/assistant/src/sign-in/sign-in.ts': `import '../host/source-control-host.ts'`,
    'services/assistant/src/collector/collect.ts': `import '../host/source-control-host.ts'`,
    'services/assistant/src/seats/routes.ts': `import '../sign-in/sign-in.ts'; import '../usage/days.ts'`,
    'tools/command-line/tool.ts': 'export {}',
    'libs/http/src/index.ts': `import '@landscape/contracts'; import express from 'express'`,
  })
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

type Break = [rule: string, from: string, ...targets: string[]]
const BREAKS: Break[] = [
  ['imports-resolve', 'services/data/src/radar/x.ts', './nowhere.ts'],
  ['imports-resolve', 'services/data/src/radar/x.ts', '@landscape/contracts/src/index.ts'],
  ['imports-are-not-circular', 'services/data/src/radar/x.ts', './x.ts'],
  [
    'relative-imports-stay-in-their-package',
    'services/data/src/radar/x.ts',
    '../../../../libs/contracts/src/index.ts',
  ],
  ['pages-are-functions-of-replies', 'services/data/src/radar/page.ts', '@landscape/http'],
  ['command-line-is-for-tools', 'libs/http/src/x.ts', '../../../tools/command-line/tool.ts'],
  ['packages-are-imported-by-name', 'tools/x.ts', '../libs/contracts/src/index.ts'],
  ['packages-are-imported-by-name', 'tools/x.ts', '../services/data/src/radar/find.ts'],
  ['services-do-not-import-each-other', 'services/data/src/radar/x.ts', '@landscape/gateway'],
  ['libs-do-not-import-services', 'libs/http/src/x.ts', '@landscape/gateway'],
  ['libs-have-a-rule', 'libs/common/src/index.ts', '@landscape/contracts'],
  ['lib-client-imports-only-its-own', 'libs/client/src/x.ts', 'zod'],
  ['lib-contracts-imports-only-its-own', 'libs/contracts/src/x.ts', '@landscape/http'],
  ['lib-views-imports-only-its-own', 'libs/views/src/x.ts', '@landscape/store'],
  ['nothing-in-production-imports-dev', 'services/data/src/radar/x.ts', '@landscape/dev'],
  ['lib-store-imports-only-its-own', 'libs/store/src/x.ts', 'pino'],
  ['lib-http-imports-only-its-own', 'libs/http/src/x.ts', '@landscape/runtime'],
  ['lib-runtime-imports-only-its-own', 'libs/runtime/src/x.ts', 'left-pad'],
  ['domain-does-not-know-http', 'services/data/src/radar/x.ts', 'express'],
  ['domain-does-not-know-http', 'services/data/src/radar/x.ts', './routes.ts'],
  ['domain-does-not-know-http', 'services/data/src/radar/x.ts', '../routes/rows.ts'],
  ['domain-and-routes-do-not-read-settings', 'services/data/src/radar/x.ts', '../config.ts'],
  ['domain-and-routes-do-not-read-settings', 'services/data/src/routes/x.ts', '../config.ts'],
  ['only-main-imports-app', 'services/data/src/routes/x.ts', '../app.ts'],
  [
    'assistant-usage-keeps-its-layer',
    'services/assistant/src/usage/x.ts',
    '../host/source-control-host.ts',
  ],
  ['assistant-host-keeps-its-layer', 'services/assistant/src/host/x.ts', '../sign-in/sign-in.ts'],
  ['assistant-host-keeps-its-layer', 'services/assistant/src/host/x.ts', '../collector/collect.ts'],
  ['assistant-host-keeps-its-layer', 'services/assistant/src/host/x.ts', '../seats/routes.ts'],
  [
    'assistant-sign-in-keeps-its-layer',
    'services/assistant/src/sign-in/x.ts',
    '../collector/collect.ts',
  ],
  [
    'assistant-sign-in-keeps-its-layer',
    'services/assistant/src/sign-in/x.ts',
    '../seats/routes.ts',
  ],
  [
    'assistant-collector-keeps-its-layer',
    'services/assistant/src/collector/x.ts',
    '../sign-in/sign-in.ts',
  ],
  [
    'assistant-collector-keeps-its-layer',
    'services/assistant/src/collector/x.ts',
    '../seats/routes.ts',
  ],
  ...['organisation', 'teams', 'spend', 'seats', 'page'].map((folder): Break => [
    `assistant-${folder}-keeps-its-layer`,
    `services/assistant/src/${folder}/x.ts`,
    '../collector/collect.ts',
  ]),
  ['assistant-usage-is-pure', 'services/assistant/src/usage/x.ts', '@landscape/http'],
  ['assistant-usage-is-pure', 'services/assistant/src/usage/x.ts', '../config.ts'],
  ['assistant-folders-have-a-layer', 'services/assistant/src/other/x.ts', '../usage/days.ts'],
  ['nothing-imports-main', 'services/data/test/x.test.ts', '../src/main.ts'],
  ['source-does-not-import-tests', 'services/data/src/radar/x.ts', './find.test.ts'],
  ['source-imports-only-listed-dependencies', 'services/data/src/radar/x.ts', 'left-pad'],
]

const CLOCKS = [
  'export const now = Date.now()',
  'export const today = new Date()',
  'export const today = new Date',
  'export const today = Date()',
  'export const began = performance.now()',
  'export const { pid } = process',
  'setTimeout(() => undefined, 1)',
  `import { setImmediate } from 'node:timers/promises'`,
  `import { env } from 'node:process'`,
]

describe('checkImports', () => {
  it('checks every module and accepts imports that follow the rules', async () => {
    const { modules, violations } = await checkImports(root, ['libs', 'services', 'tools', 'dev'])
    expect(violations).toEqual([])
    expect(modules).toBe(26)
  })

  it.each(BREAKS)('reports %s: %s imports %s', async (rule, from, ...targets) => {
    importing(from, ...targets)
    expect(await brokenRules()).toContain(rule)
  })

  it('reports folders of a package that form a circle, by types as well', async () => {
    write({
      'services/data/src/radar/x.ts': `import type { Y } from '../join/y.ts'`,
      'services/data/src/join/y.ts': `export * from '../csv/z.ts'`,
      'services/data/src/csv/z.ts': `import '../csv/z.ts'\nimport {} from '../radar/x.ts'`,
    })
    const { violations } = await checkImports(root, ['services'])
    const circles = violations.filter((line) => line.startsWith('folders-form-no-circle'))
    expect(circles).toHaveLength(1)
    expect(circles[0]?.split(' → ')).toHaveLength(4)
  })

  it.each([
    ['an import without names', `import '../join/y.ts'`],
    ['a dynamic import', `export const y = () => import('../join/y.ts')`],
    ['the name of its own package', `export * from '@landscape/data/join'`],
  ])('reports a circle by %s', async (_, text) => {
    const { name, exports } = { name: '@landscape/data', exports: { './join': './src/join/y.ts' } }
    write({
      'services/data/package.json': JSON.stringify({ name, exports }),
      'services/data/src/radar/x.ts': text,
      'services/data/src/join/y.ts': `import '../radar/x.ts'`,
    })
    const { violations } = await checkImports(root, ['services'])
    expect(violations.join('\n')).toContain('folders-form-no-circle')
  })

  it('reports a circle of a folder and the folder that contains it', async () => {
    write({
      'services/data/src/x.ts': `import './join/y.ts'`,
      'services/data/src/join/y.ts': `import '../x.ts'`,
    })
    const { violations } = await checkImports(root, ['services'])
    expect(violations.join('\n')).toContain('folders-form-no-circle')
  })

  it('reports forbidden type imports', async () => {
    write({ 'services/data/src/radar/x.ts': `import type { Express } from 'express'` })
    expect(await brokenRules()).toEqual(['domain-does-not-know-http'])
  })

  describe('domain-has-no-clock-and-no-process', () => {
    it.each(CLOCKS)('reports %s', async (code) => {
      write({ 'services/data/src/radar/x.ts': `/* why */ ${code}\n` })
      expect(await brokenRules()).toEqual(['domain-has-no-clock-and-no-process'])
    })

    it('reports a clock in the usage folder of the assistant', async () => {
      write({ 'services/assistant/src/usage/x.ts': 'export const now = Date.now()\n' })
      expect(await brokenRules()).toEqual(['domain-has-no-clock-and-no-process'])
    })

    it('allows date parsing in the domain and clocks outside it', async () => {
      write({
        'services/data/src/radar/x.ts': `
          // Date.now() of this process
          export const at = (text: string) => new Date(text).getTime() - Date.parse('2026-01-01')
          export const label = 'process'
        `,
        'services/data/src/radar/x.test.ts': 'export const now = Date.now()\n',
        'services/data/src/routes/x.ts': 'export const now = Date.now()\n',
        'services/gateway/src/forward/x.ts': 'export const now = Date.now()\n',
        'services/assistant/src/host/x.ts': 'export const now = Date.now()\n',
      })
      expect(await brokenRules()).toEqual([])
    })
  })

  it('has a test case for each rule', () => {
    expect(new Set(BREAKS.map(([rule]) => rule))).toEqual(new Set(RULES.map(({ name }) => name)))
    expect(SOURCE_RULES.map(({ name }) => name)).toEqual(['domain-has-no-clock-and-no-process'])
  })
})
