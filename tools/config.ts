/** `npm run config`: the table of its commands. */
import { aliasLine, usedAliases } from '@landscape/runtime/config/aliases'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { unusedTelemetry } from '@landscape/runtime/config/telemetry'
import { unknownSettings } from './config/unknown-settings.ts'
import { READERS, SETTING_NAMES } from './config/readers.ts'
import { formatReport, settingsReport } from './config/report.ts'
import { loadLocalSettings, withDefaults } from './start/settings.ts'

function check(): number {
  const environment = { ...process.env }
  const notice = loadLocalSettings('.env', process.env)
  if (notice !== undefined) console.log(notice)
  const withFile = { ...process.env }
  const effective = withDefaults(withFile)
  const lines = settingsReport(READERS, { environment, withFile, effective })
  console.log(formatReport(lines))
  const aliases = usedAliases(SETTING_NAMES, withFile)
  if (aliases.length > 0) console.log(aliasLine(aliases))
  const unknown = unknownSettings(SETTING_NAMES, environment, withFile)
  if (unknown.length > 0) console.log(['Unknown settings:', ...unknown].join('\n  '))
  const unused = unusedTelemetry(Object.keys(withFile))
  if (unused.length > 0) console.log(['Settings without an effect:', ...unused].join('\n  '))
  return lines.some(({ problems }) => problems.length > 0) ? 1 : 0
}

const configTool = {
  name: 'config',
  about: 'Checks the settings.',
  commands: {
    check: command({
      about: 'Lists every setting with its source and its errors, without values.',
      notes:
        'Reads .env and the environment like `npm start`. Exits with 1 when a setting is invalid.',
      examples: [''],
      run: check,
    }),
  },
}

process.exitCode = await runTool(configTool, process.argv.slice(2))
