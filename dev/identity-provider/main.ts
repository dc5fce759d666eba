/** `npm run dev:idp`: the table of its arguments, and the server. */
import { createServer } from 'node:http'
import { runTool } from '../../tools/command-line/run-tool.ts'
import { command } from '../../tools/command-line/tool.ts'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
  providerSettings,
} from './index.ts'

const idpTool = {
  name: 'dev:idp',
  ...command({
    about: 'Runs a local identity provider until Ctrl-C, for production mode on a laptop.',
    notes:
      'Prints the settings of the gateway. `npm run dev:token` issues tokens. Environment: ' +
      'DEV_IDP_PORT (5010).',
    examples: [''],
    run: serve,
  }),
}

function serve(): void {
  const port = Number(process.env['DEV_IDP_PORT'] ?? 5010)
  if (process.env['NODE_ENV'] === 'production') {
    process.stderr.write('The local identity provider does not run with NODE_ENV=production.\n')
    process.exit(1)
  }
  const server = createServer(createDevIdp(LOCAL_POOL, createTokenIssuer(LOCAL_POOL)))
  server.on('error', (error: NodeJS.ErrnoException) => {
    const busy = error.code === 'EADDRINUSE'
    process.stderr.write(
      `${busy ? `Port ${port} is in use; set DEV_IDP_PORT to use another.` : 'Could not listen.'}\n`,
    )
    process.exit(1)
  })
  server.listen(port, '127.0.0.1', () => {
    const address = `http://127.0.0.1:${port}`
    const settings = { HOST: '127.0.0.1', ...localSettings(LOCAL_POOL, address) }
    const lines = Object.entries(settings).map(([name, value]) => `  ${name}='${value}' \\`)
    const ofProvider = Object.entries(providerSettings(address)).map((setting) => setting.join('='))
    console.log(`Local identity provider on ${address}. Ctrl-C stops it and discards its keys.

Start the landscape in production mode, in another terminal:

  NODE_ENV=production OBJECT_STORE=embedded INTERNAL_TOKEN_SECRET="$(openssl rand -hex 32)" \\
${lines.join('\n')}
  npm start

Send a request, for example:

  npm run -s dev:token -- --email kim@acme.example --groups admin > headers.txt
  curl -H @headers.txt http://localhost:5001/user/api/info

Pages sign in by code and PKCE (docs/front-end.md) when these settings replace IDP_…, LB_… and TRUSTED_PROXIES:

  ${ofProvider.join(' ')}
`)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      server.closeAllConnections()
      server.close(() => process.exit(0))
    })
  }
}

process.exitCode = await runTool(idpTool, process.argv.slice(2))
