/** `npm run dev:token`: the table of its arguments. */
import { command, runTool, UsageError } from '@landscape/runtime'

const tokenTool = {
  name: 'dev:token',
  ...command({
    about:
      'Prints headers for curl with tokens of the local identity provider (npm run dev:idp), one a line.',
    notes:
      'Call it with `npm run -s`, so that npm itself writes nothing. Read from the environment: DEV_IDP_PORT (5010).',
    options: {
      email: { value: '<e-mail>', about: 'whose token; required' },
      groups: {
        value: '<groups>',
        about: 'of admin and reviewer, with a comma between them; none when absent',
      },
      registry: { about: 'leaves out the headers of the load balancer' },
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
  const answer = await fetch(`${address}/tokens`, {
    method: 'POST',
    body: JSON.stringify({ email, groups: groups.split(',').filter((group) => group !== '') }),
  }).catch(() => {
    throw new Error(`No local identity provider on ${address}: start it with "npm run dev:idp".`)
  })
  if (!answer.ok) {
    throw new UsageError(`The local identity provider refused (${answer.status})`)
  }
  return (await answer.json()) as Record<string, string>
}

process.exitCode = await runTool(tokenTool, process.argv.slice(2))
