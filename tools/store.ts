/** `npm run store`: the table of its commands. */
import { runTool } from './command-line/run-tool.ts'
import { BUCKETS } from '@landscape/store/objects/port'
import { backup, restore } from './store/backup-commands.ts'
import { cat, exportCommand, importCommand, ls, put } from './store/document-commands.ts'
import { check, inspect, verify } from './store/check-commands.ts'

const storeTool = {
  name: 'store',
  about: 'Lists, prints, stores, checks, backs up and restores the stored documents.',
  notes:
    `A document is <bucket>/<key>; buckets: ${BUCKETS.join(', ')}. ` +
    'The settings (.env or the environment) name the store.',
  commands: {
    ls,
    cat,
    put,
    import: importCommand,
    export: exportCommand,
    inspect,
    check,
    verify,
    backup,
    restore,
  },
}

process.exitCode = await runTool(storeTool, process.argv.slice(2))
