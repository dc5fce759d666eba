/**
 * `npm run config -- check`: every setting of the landscape, where it comes from and what is wrong with
 * it, under the environment that `npm start` would give to the services. Shows no values.
 */
import { ConfigError, parseConfig, ProcessEnv } from '@landscape/config'
import { StoreEnv } from '@landscape/object-store'
import {
  Env as AdminReview,
  readConfig as readAdminReview,
} from '../services/admin-review/src/config.ts'
import { Env as Assistant, readConfig as readAssistant } from '../services/assistant/src/config.ts'
import { Env as Data, readConfig as readData } from '../services/data/src/config.ts'
import { Env as Gateway, readConfig as readGateway } from '../services/gateway/src/config.ts'
import { Env as Projects, readConfig as readProjects } from '../services/projects/src/config.ts'
import { asText, settingsReport, type Reader } from './config/report.ts'
import { loadLocalSettings, StartError, withDefaults } from './start/settings.ts'

const BUCKETS = ['MAIN_BUCKET_NAME', 'AUDIT_TOOL_BUCKET_NAME', 'ASSISTANT_BUCKET_NAME']

/** What the services find out when they open the store, for this check reads no store. */
function requireBuckets(env: Readonly<Record<string, string | undefined>>): void {
  const settings = parseConfig(ProcessEnv.extend(StoreEnv.shape), env)
  const embedded = settings.NODE_ENV === 'development' ? 'embedded' : 's3'
  if ((settings.OBJECT_STORE ?? embedded) === 'embedded') return
  const missing = BUCKETS.filter((name) => (env[name]?.trim() ?? '') === '')
  if (missing.length > 0) {
    const problem = 'is not set (required with S3)'
    throw new ConfigError(missing.map((name) => ({ name, problem })))
  }
}

const READERS: Reader[] = [
  { name: 'gateway', schema: Gateway, read: readGateway },
  { name: 'projects', schema: Projects, read: readProjects },
  { name: 'data', schema: Data, read: readData },
  { name: 'admin-review', schema: AdminReview, read: readAdminReview },
  { name: 'assistant', schema: Assistant, read: readAssistant },
  { name: 'store', schema: StoreEnv, read: requireBuckets },
]

function check(): number {
  const environment = { ...process.env }
  const notice = loadLocalSettings('.env', process.env)
  if (notice !== undefined) console.log(notice)
  const withFile = { ...process.env }
  const effective = withDefaults(withFile, { terminal: false })
  const lines = settingsReport(READERS, { environment, withFile, effective })
  console.log(asText(lines))
  return lines.some(({ problems }) => problems.length > 0) ? 1 : 0
}

try {
  if (process.argv[2] !== 'check') throw new StartError('Usage: npm run config -- check')
  process.exitCode = check()
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : 'The check failed.'}\n`)
  process.exitCode = 2
}
