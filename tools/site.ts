/** `npm run site`: the table of its arguments. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { installPackages } from './packages/install-packages.ts'

const root = resolve(import.meta.dirname, '..')
const OUTPUT = 'dist/site'
/** It is outside the workspaces, because few need its packages. */
const ELEVENTY = 'tools/site/node_modules/@11ty/eleventy/cmd.cjs'
const LOCKFILE = 'tools/site/package-lock.json'
/** npm writes it at the end of an installation. */
const INSTALLED = 'tools/site/node_modules/.package-lock.json'
const CONFIG = 'tools/site/eleventy.config.js'

const siteTool = {
  name: 'site',
  ...command({
    about: 'Builds the guides as a static site in dist/site.',
    notes: 'Installs Eleventy from tools/site/package-lock.json on first use and after a change.',
    options: {
      sources: { about: 'address of the sources, for links to code', value: 'address' },
    },
    examples: ['', '--sources https://code.example/landscape/blob/main'],
    run(_operands, { sources }) {
      process.chdir(root)
      if (!isInstalled()) installPackages(join(root, 'tools/site'))
      rmSync(OUTPUT, { recursive: true, force: true })
      const { status } = spawnSync(process.execPath, [ELEVENTY, '--config', CONFIG, '--quiet'], {
        stdio: 'inherit',
        env: { ...process.env, ...(sources !== undefined && { SITE_SOURCES: sources }) },
      })
      if (status === 0) process.stdout.write(`Open ${OUTPUT}/index.html.\n`)
      return status ?? 1
    },
  }),
}

/** Whether the packages are newer than the lockfile, which a checkout writes only when it changed. */
function isInstalled(): boolean {
  return existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(LOCKFILE).mtimeMs
}

process.exit(await runTool(siteTool, process.argv.slice(2)))
