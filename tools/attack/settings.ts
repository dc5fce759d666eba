import { startLandscape, landscapeSettings } from '../../test/support/landscape.ts'
import { createClient } from '../../test/support/client.ts'
import { run, type Command } from '../../test/support/process.ts'
import type { Attack, AttackSuite, Outcome } from './attack.ts'

/** Longer than a process takes to read its settings; one that goes on after that was started. */
const PATIENCE_MS = 20_000
const SECRET = 'Hunter2secret'

/** Lets a process run until it ends or has said something, and no longer than our patience. */
async function until(command: Command, text?: string): Promise<number | null> {
  const force = setTimeout(() => command.signal('SIGKILL'), PATIENCE_MS)
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

/** A process that is given one wrong setting. */
function wrong(
  [what, script]: readonly [string, string],
  name: string,
  value: string,
  text: RegExp,
  settings: Record<string, string> = {},
): Attack {
  return {
    title: `${what} is given ${name}=${value}`,
    quick: true,
    async run({ dataDir }): Promise<Outcome> {
      const env = { ...(await landscapeSettings(dataDir)), ...settings, [name]: value }
      const command = run([script], env)
      const code = await until(command)
      const said = linesWith(command.output(), name)[0]?.trim() ?? 'nothing of it'
      return { held: code === 1 && text.test(said), seen: `exit ${code}, said ${said}` }
    },
  }
}

const GATEWAY = ['the gateway', 'services/gateway/src/main.ts'] as const
const ASSISTANT = ['the assistant service', 'services/assistant/src/main.ts'] as const
const START = ['npm start', 'tools/start.ts'] as const

/** Secrets as they come in texts, each with the part that nobody may read. */
const SECRETS = [
  `github_pat_11ABCDEFG0123456789_${SECRET}`,
  `Bearer 0f3a-${SECRET}`,
  `redis://:${SECRET}@cache.internal:6379`,
  `AKIAIOSFODNN7HUNTER2`,
]
const LOGGER = new URL('../../libs/runtime/src/index.ts', import.meta.url).href

/** What operators write by mistake, and what processes write about it. */
export const settings: AttackSuite = {
  name: 'settings and logs',
  // The processes are others each time.
  options: { services: [], documents: false },
  attacks: [
    wrong(GATEWAY, 'UPSTREAM_TIMEOUT_SECONDS', '0', /must be greater than 0/),
    wrong(GATEWAY, 'LB_ARN', 'x', /must be the ARN of an application load balancer/),
    wrong(GATEWAY, 'TRUSTED_PROXIES', '', /is not set/, { NODE_ENV: 'production' }),
    wrong(START, 'RATE_LIMT_PER_MINUTE', '9', /Did you mean RATE_LIMIT_PER_MINUTE/, {
      // Something else that keeps it from starting: what is misspelt is only said.
      OBJECT_STORE: 'none',
    }),
    wrong(ASSISTANT, 'SCM_PRIVATE_KEY_FILE', '/nowhere/key.pem', /must name a readable file/),
    wrong(ASSISTANT, 'SCM_REPORT_HOSTS', '*', /names with at least two/),
    {
      title:
        'the gateway is started by itself with RATE_LIMT_PER_MINUTE, and a service with the gateway’s settings',
      quick: true,
      async run({ dataDir }) {
        const env = { ...(await landscapeSettings(dataDir)), RATE_LIMIT_PER_MINUTE: '9' }
        const gateway = run([GATEWAY[1]], { ...env, RATE_LIMT_PER_MINUTE: SECRET })
        await until(gateway, 'listening')
        const data = run(['services/data/src/main.ts'], { ...env, RATE_LIMT_PER_MINUTE: SECRET })
        await until(data, 'listening')
        const said = linesWith(gateway.output(), 'Did you mean RATE_LIMIT_PER_MINUTE')
        const others = linesWith(gateway.output() + data.output(), 'Did you mean')
        const leaked = linesWith(gateway.output() + data.output(), SECRET)
        return {
          held: said.length === 1 && others.length === 1 && leaked.length === 0,
          seen: `said ${said.length} × what is meant, ${others.length} × in all, ${leaked.length} × the value`,
        }
      },
    },
    {
      title: 'a gateway is given a Redis that is away, with a password in its address',
      quick: true,
      async run({ dataDir }) {
        const [REDIS_URL, env] = [
          `redis://:${SECRET}@127.0.0.1:9`,
          await landscapeSettings(dataDir),
        ]
        const command = run([GATEWAY[1]], { ...env, RATE_LIMIT_PER_MINUTE: '9', REDIS_URL })
        await until(command, 'Redis')
        const said = command.output()
        return {
          held: said.includes('Redis') && !said.includes(SECRET),
          seen: `said ${said.split(SECRET).length - 1} × the password`,
        }
      },
    },
    {
      title: 'a process logs tokens, keys and addresses with passwords',
      quick: true,
      async run() {
        const code = `const { createLogger } = await import('${LOGGER}')
          createLogger({ service: 'x', level: 'info' }).info({ err: new Error(process.argv[1]), text: process.argv[1] }, process.argv[1])`
        const command = run(['--input-type=module', '-e', code, SECRETS.join(' ')], {})
        const exit = await until(command)
        const left = command.output().match(/Hunter2|HUNTER2/g)?.length ?? 0
        const hidden = command.output().match(/\[redacted\]/g)?.length ?? 0
        return {
          held: exit === 0 && left === 0 && hidden >= SECRETS.length,
          seen: `${hidden} were hidden, ${left} could be read`,
        }
      },
    },
    {
      title:
        'a page asks a development gateway, and a service, under a name that a stranger pointed at it',
      quick: true,
      async run() {
        const landscape = await startLandscape({ services: ['gateway', 'data'], documents: false })
        const seen: string[] = []
        for (const [url, path] of [
          [landscape.url, '/user/api/info'],
          [landscape.urls.data, '/api/banners'],
        ] as const) {
          const client = createClient(url, { described: url === landscape.url })
          const ask = async (host: string) => (await client.get(path, { host })).status
          seen.push(`${await ask('rebound.example:5001')}, and ${await ask('localhost:5001')}`)
          client.close()
        }
        await landscape.stop()
        return {
          held: seen.every((statuses) => statuses === '403, and 200'),
          seen: `answered ${seen.join('; ')} under localhost`,
        }
      },
    },
  ],
}
