/** `npm run kubernetes-api`: the table of its arguments. */
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { API_SERVER, buildApiServer } from './kubernetes/api-server.ts'

const kubernetesTool = {
  name: 'kubernetes-api',
  ...command({
    about: 'Builds the API server of Kubernetes for the test of the manifests.',
    notes: 'It requires Go, five minutes of processor time, and 2 GB for the cache of Go.',
    examples: [''],
    run() {
      buildApiServer()
      console.log(`Built ${API_SERVER}`)
    },
  }),
}

process.exitCode = await runTool(kubernetesTool, process.argv.slice(2))
