/** `npm run provider`: the table of its arguments. */
import { join } from 'node:path'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { installProgram } from '@landscape/dev/go-program'
import { installPackages } from './packages/install-packages.ts'
import { isProviderInstalled, PROXY } from './provider/installed.ts'

const providerTool = {
  name: 'provider',
  ...command({
    about:
      'Installs a real OpenID Connect provider (oidc-provider) and oauth2-proxy for their system test.',
    notes:
      'The provider is installed from tools/provider/package-lock.json. ' +
      'Building the proxy requires Go and takes minutes.',
    examples: [''],
    run: install,
  }),
}

async function install(): Promise<void> {
  if (!isProviderInstalled()) installPackages(join(import.meta.dirname, 'provider'))
  console.log(`Built ${await installProgram(PROXY)}`)
}

process.exitCode = await runTool(providerTool, process.argv.slice(2))
