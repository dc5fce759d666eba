/** `npm run client`: the table of its arguments. */
import { readFileSync, writeFileSync } from 'node:fs'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { DESCRIPTION, generateTypes, isCurrent } from './client/generate.ts'
import { unannouncedBreaks } from './client/unannounced-breaks.ts'
import { describedRoutes } from './description/described-routes.ts'

const CHANGELOG = new URL('../CHANGELOG.md', import.meta.url)

const clientTool = {
  name: 'client',
  ...command({
    about:
      'Generates the types of libs/client from libs/client/openapi.json, if they are out of date.',
    notes:
      'With --update it first describes the routes of all services in openapi.json. ' +
      'A change that breaks callers is rejected unless the changelog names the operation under "Breaking".',
    options: { update: { about: 'describes the present routes in openapi.json' } },
    examples: ['', '--update'],
    run(_operands, { update }) {
      if (update) updateDescription()
      if (!isCurrent()) generateTypes()
    },
  }),
}

function updateDescription(): void {
  const next = describedRoutes()
  const present: unknown = JSON.parse(readFileSync(DESCRIPTION, 'utf8'))
  const breaks = unannouncedBreaks(present, next, readFileSync(CHANGELOG, 'utf8'))
  if (breaks.length > 0) {
    const lines = breaks.map(({ operationId, what }) => `  ${operationId}: ${what}`)
    throw new Error(['CHANGELOG.md does not name these under "Breaking":', ...lines].join('\n'))
  }
  writeFileSync(DESCRIPTION, `${JSON.stringify(next, null, 2)}\n`)
}

process.exitCode = await runTool(clientTool, process.argv.slice(2))
