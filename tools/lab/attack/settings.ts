import { startLandscape, landscapeSettings } from '../../../test/support/landscape.ts'
import { createClient } from '../../../test/support/client.ts'
import { run, type Command } from '../../../test/support/process.ts'
import type { Attack, AttackSuite, Outcome } from './attack.ts'

/** Longer than a process needs to read its settings. */
const TIMEOUT_MS = 20_000
const SECRET = 'Hunter2secret'

/** Waits until a process exits or prints a string, and stops it. */
async function until(command: Command, text?: string): Promise<number | null> {
  const force = setTimeout(() => command.signal('SIGKILL'), TIMEOUT_MS)
  if (text !== undefined) {
    await command.prints(text).catch(() => undefined)
    command.signal('SIGTERM')
  }
  const code = await command.exit
  clearTimeout(force)
  return code
}

const linesWith = (text: string, part: string) =>
  text.split('\n').filter((line) => line.includes(part))

/** Starts a process with one invalid setting. */
function invalidSetting(
  [process, script]: readonly [string, string],
  name: string,
  value: string,
  text: RegExp,
  settings: Record<string, string> = {},
): Attack {
  return {
    title: `${process} is started with ${name}=${value}`,
    quick: true,
    async run({ dataDir }): Promise<Outcome> {
      const env = { ...(await landscapeSettings(dataDir)), ...settings, [name]: value }
      const command = run([script], env)
      const code = await until(command)
      const printed = linesWith(command.output(), name)[0]?.trim() ?? 'nothing'
      return { held: code === 1 && text.test(printed), seen: `exit ${code}, printed ${printed}` }
    },
  }
}

const GATEWAY = ['the gateway', 'services/gateway/src/main.ts'] as const
const ASSISTANT = ['the assistant service', 'services/assistant/src/main.ts'] as const
const START = ['npm start', 'tools/start.ts'] as const

/** Strings with secrets, each with a marker that must not be in a log. */
const SECRETS = [
  `github_pat_11ABCDEFG0123456789_${SECRET}`,
  `Bearer 0f3a-${SECRET}`,
  `redis://:${SECRET}@cache.internal:6379`,
  `AKIAIOSFODNN7HUNTER2`,
]
const LOGGER = new URL('../../../libs/runtime/src/logging/create-logger.ts', import.meta.url).href

/** Mistakes in settings, and secrets in the output of processes. */
export const settings: AttackSuite = {
  name: 'settings and logs',
  // Each attack starts its own processes.
  options: { services: [], documents: false },
  attacks: [
    invalidSetting(GATEWAY, 'UPSTREAM_TIMEOUT_SECONDS', '0', /must be greater than 0/),
    invalidSetting(GATEWAY, 'LB_ARN', 'x', /must be the ARN of an application load balancer/),
    invalidSetting(GATEWAY, 'TRUSTED_PROXIES', '', /is not set/, { NODE_ENV: 'production' }),
    invalidSetting(START, 'RATE_LIMT_PER_MINUTE', '9', /Did you mean RATE_LIMIT_PER_MINUTE/, {
      // A misspelt name is only a warning: this setting prevents the start.
      OBJECT_STORE: 'none',
    }),
    invalidSetting(
      ASSISTANT,
      'SCM_PRIVATE_KEY_FILE',
      '/nowhere/key.pem',
      /must name a readable file/,
    ),
    invalidSetting(ASSISTANT, 'SCM_REPORT_HOSTS', '*', /names with at least two/),
    {
      title: 'the gateway and a service are started with the misspelt RATE_LIMT_PER_MINUTE',
      quick: true,
      async run({ dataDir }) {
        const env = { ...(await landscapeSettings(dataDir)), RATE_LIMIT_PER_MINUTE: '9' }
        const gateway = run([GATEWAY[1]], { ...env, RATE_LIMT_PER_MINUTE: SECRET })
        await until(gateway, 'listening')
        const data = run(['services/data/src/main.ts'], { ...env, RATE_LIMT_PER_MINUTE: SECRET })
        await until(data, 'listening')
        const hints = linesWith(gateway.output(), 'Did you mean RATE_LIMIT_PER_MINUTE')
        const all = linesWith(gateway.output() + data.output(), 'Did you mean')
        const leaked = linesWith(gateway.output() + data.output(), SECRET)
        return {
          held: hints.length === 1 && all.length === 1 && leaked.length === 0,
          seen:
            `the gateway printed the hint ${hints.length} ×, both ${all.length} ×, the value ` +
            `${leaked.length} ×`,
        }
      },
    },
    {
      title: 'a gateway is started with an unreachable Redis and a password in its address',
      quick: true,
      async run({ dataDir }) {
        const [REDIS_URL, env] = [
          `redis://:${SECRET}@127.0.0.1:9`,
          await landscapeSettings(dataDir),
        ]
        const command = run([GATEWAY[1]], { ...env, RATE_LIMIT_PER_MINUTE: '9', REDIS_URL })
        await until(command, 'Redis')
        const output = command.output()
        return {
          held: output.includes('Redis') && !output.includes(SECRET),
          seen: `printed the password ${output.split(SECRET).length - 1} ×`,
        }
      },
    },
    {
      title: 'a process logs tokens, keys and addresses with passwords',
      quick: true,
      async run() {
        const code = `const { createLogger } = await import('${LOGGER}')
          const [, text] = process.argv
          createLogger({ service: 'x', level: 'info' }).info({ err: new Error(text), text }, text)`
        const command = run(['--input-type=module', '-e', code, SECRETS.join(' ')], {})
        const exit = await until(command)
        const left = command.output().match(/Hunter2|HUNTER2/g)?.length ?? 0
        const hidden = command.output().match(/\[redacted\]/g)?.length ?? 0
        return {
          held: exit === 0 && left === 0 && hidden >= SECRETS.length,
          seen: `${hidden} secrets were redacted, ${left} were readable`,
        }
      },
    },
    {
      title: 'a foreign page reads a development gateway and a service by DNS rebinding',
      quick: true,
      async run() {
        const landscape = await startLandscape({ services: ['gateway', 'data'], documents: false })
        const seen: string[] = []
        for (const [url, path] of [
          [landscape.url, '/user/api/info'],
          [landscape.urls.data, '/api/banners'],
        ] as const) {
          const client = createClient(url, { described: url === landscape.url })
          const statusFor = async (host: string) => (await client.get(path, { host })).status
          seen.push(
            `${await statusFor('rebound.example:5001')}, then ${await statusFor('localhost:5001')}`,
          )
          client.close()
        }
        await landscape.stop()
        return {
          held: seen.every((statuses) => statuses === '403, then 200'),
          seen: `returned ${seen.join('; ')} for localhost`,
        }
      },
    },
  ],
}
