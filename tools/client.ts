/** `npm run client`: the table of its arguments. */
import { readFileSync, writeFileSync } from 'node:fs'
import { runTool } from './command-line/run-tool.ts'
import { command, UsageError } from './command-line/tool.ts'
import { DESCRIPTION, generateTypes, isCurrent } from './client/generate.ts'
import { unannouncedBreaks } from './client/unannounced-breaks.ts'

const DEFAULT_ADDRESS = 'http://localhost:5001'
const CHANGELOG = new URL('../CHANGELOG.md', import.meta.url)

const clientTool = {
  name: 'client',
  ...command({
    about:
      'Generates the types of libs/client from libs/client/openapi.json, if they are out of date.',
    notes:
      'With --update it first replaces openapi.json by the description of a running gateway. ' +
      'A change that breaks callers is rejected unless the changelog names the operation under "Breaking".',
    arguments: { '[address]': `of the gateway, with --update; default ${DEFAULT_ADDRESS}` },
    options: { update: { about: 'fetches openapi.json from a running gateway' } },
    examples: ['', '--update', '--update http://localhost:6001'],
    async run([address], { update }) {
      if (address !== undefined && !update) throw new UsageError('[address] requires --update')
      if (update) await updateDescription(address ?? DEFAULT_ADDRESS)
      if (!isCurrent()) generateTypes()
    },
  }),
}

async function updateDescription(address: string): Promise<void> {
  if (!URL.canParse(address)) throw new UsageError(`[address] is not a URL: "${address}"`)
  const response = await fetch(`${address}/openapi.json`)
  if (!response.ok) throw new Error(`${address}/openapi.json returned ${response.status}`)
  const next: unknown = await response.json()
  const present: unknown = JSON.parse(readFileSync(DESCRIPTION, 'utf8'))
  const breaks = unannouncedBreaks(present, next, readFileSync(CHANGELOG, 'utf8'))
  if (breaks.length > 0) {
    const lines = breaks.map(({ operationId, what }) => `  ${operationId}: ${what}`)
    throw new Error(['CHANGELOG.md does not name these under "Breaking":', ...lines].join('\n'))
  }
  writeFileSync(DESCRIPTION, `${JSON.stringify(next, null, 2)}\n`)
}

process.exitCode = await runTool(clientTool, process.argv.slice(2))
