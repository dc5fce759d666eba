/** `npm run client`: the table of its arguments. */
import { writeFileSync } from 'node:fs'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { DESCRIPTION, generateTypes, isCurrent } from './client/generate.ts'
import { describedRoutes } from './description/described-routes.ts'

const clientTool = {
  name: 'client',
  ...command({
    about:
      'Generates the types of libs/client from libs/client/openapi.json, if they are out of date.',
    notes: 'With --update it first describes the routes of all services in openapi.json.',
    options: { update: { about: 'describes the present routes in openapi.json' } },
    examples: ['', '--update'],
    run(_operands, { update }) {
      if (update) updateDescription()
      if (!isCurrent()) generateTypes()
    },
  }),
}

function updateDescription(): void {
  writeFileSync(DESCRIPTION, `${JSON.stringify(describedRoutes(), null, 2)}\n`)
}

process.exitCode = await runTool(clientTool, process.argv.slice(2))
