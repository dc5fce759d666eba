/** `npm run dev:token`: the table of its arguments. */
import { runTool } from '../../tools/command-line/run-tool.ts'
import { command, UsageError } from '../../tools/command-line/tool.ts'

const tokenTool = {
  name: 'dev:token',
  ...command({
    about:
      'Prints headers for curl with tokens of the local identity provider (npm run dev:idp), one per line.',
    notes: 'Use `npm run -s` to suppress the output of npm. Environment: DEV_IDP_PORT (5010).',
    options: {
      email: { value: '<e-mail>', about: 'e-mail address in the token; required' },
      groups: {
        value: '<groups>',
        about: 'groups in the token, comma separated, such as admin,reviewer; none when absent',
      },
      registry: { about: 'omits the headers of the load balancer' },
    },
    examples: ['--email kim@acme.example --groups admin,reviewer > headers.txt'],
    async run(_operands, { email, groups = '', registry }) {
      if (email === undefined) throw new UsageError('--email is missing')
      const headers = await headersFor(email, groups)
      for (const [name, value] of Object.entries(headers)) {
        if (!registry || name === 'authorization') console.log(`${name}: ${value}`)
      }
    },
  }),
}

async function headersFor(email: string, groups: string): Promise<Record<string, string>> {
  const address = `http://127.0.0.1:${process.env['DEV_IDP_PORT'] ?? 5010}`
  const response = await fetch(`${address}/tokens`, {
    method: 'POST',
    body: JSON.stringify({ email, groups: groups.split(',').filter((group) => group !== '') }),
  }).catch(() => {
    throw new Error(`No local identity provider at ${address}. Start it with "npm run dev:idp".`)
  })
  if (!response.ok) {
    throw new UsageError(`The local identity provider returned ${response.status}`)
  }
  return (await response.json()) as Record<string, string>
}

process.exitCode = await runTool(tokenTool, process.argv.slice(2))
