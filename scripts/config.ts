/**
 * `npm run config -- check`: every setting of the landscape, where it comes from and what is wrong with
 * it, under the environment that `npm start` would give to the services. Shows no values.
 */
import { aliasLine, usedAliases } from '@landscape/config'
import { unknownSettings } from './config/unknown-settings.ts'
import { READERS, SETTING_NAMES } from './config/readers.ts'
import { asText, settingsReport } from './config/report.ts'
import { loadLocalSettings, StartError, withDefaults } from './start/settings.ts'

function check(): number {
  const environment = { ...process.env }
  const notice = loadLocalSettings('.env', process.env)
  if (notice !== undefined) console.log(notice)
  const withFile = { ...process.env }
  const effective = withDefaults(withFile)
  const lines = settingsReport(READERS, { environment, withFile, effective })
  console.log(asText(lines))
  const aliases = usedAliases(SETTING_NAMES, withFile)
  if (aliases.length > 0) console.log(aliasLine(aliases))
  const unknown = unknownSettings(SETTING_NAMES, environment, withFile)
  if (unknown.length > 0) console.log(['Unknown settings:', ...unknown].join('\n  '))
  return lines.some(({ problems }) => problems.length > 0) ? 1 : 0
}

try {
  if (process.argv[2] !== 'check') throw new StartError('Usage: npm run config -- check')
  process.exitCode = check()
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : 'The check failed.'}\n`)
  process.exitCode = 2
}
