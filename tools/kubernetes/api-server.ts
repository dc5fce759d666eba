import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSION = '1.34.4'
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/kubernetes-api', import.meta.url))
/** The API server, once it is built. */
export const API_SERVER = join(CACHE, `kube-apiserver-${VERSION}`)

const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0'
const OPERATOR_FOLDER = 'example/prometheus-operator-crd/monitoring.coreos.com'
const ROUTES = 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'
/** Definitions of the resources that components use, in the modules of their projects. */
const DEFINED = [
  ['sigs.k8s.io/gateway-api@v1.3.0', ROUTES],
  [OPERATOR, `${OPERATOR_FOLDER}_podmonitors.yaml`],
  [OPERATOR, `${OPERATOR_FOLDER}_prometheusrules.yaml`],
] as const
/** The files that define these resources. */
export const DEFINITIONS = DEFINED.map(([, file]) => join(CACHE, basename(file)))

/** Builds the API server from Go's module proxy, once. Go verifies the source with its checksum database. */
export function buildApiServer(): void {
  if (existsSync(API_SERVER)) return
  mkdirSync(CACHE, { recursive: true })
  // A copy would be read-only, as modules are.
  for (const [module, file] of DEFINED)
    writeFileSync(join(CACHE, basename(file)), readFileSync(join(download(module).Dir, file)))
  writeFileSync(join(CACHE, 'go.mod'), moduleText())
  const version = 'k8s.io/component-base/version'
  const [major, minor] = VERSION.split('.')
  const values = { gitVersion: `v${VERSION}`, gitMajor: major, gitMinor: minor }
  const variables = Object.entries(values).map(([name, value]) => `-X ${version}.${name}=${value}`)
  const built = `${API_SERVER}.part`
  const flags = ['-mod=mod', `-ldflags=-s -w ${variables.join(' ')}`, '-o', built]
  const build = ['go', 'build', ...flags, 'k8s.io/kubernetes/cmd/kube-apiserver']
  execFileSync('nice', ['-n', '19', ...build], { cwd: CACHE, stdio: 'inherit' })
  renameSync(built, API_SERVER)
}

/** Go ignores the replacements in a dependency: Kubernetes replaces its parts by folders of its repository. */
function moduleText(): string {
  const { GoMod } = download(`k8s.io/kubernetes@v${VERSION}`)
  const parts = [...readFileSync(GoMod, 'utf8').matchAll(/(\S+) => \.\/staging/g)]
  const partVersion = VERSION.replace(/^1/, 'v0')
  return [
    'module kubernetes-api',
    'go 1.24.0',
    `require k8s.io/kubernetes v${VERSION}`,
    ...parts.map(([, part]) => `replace ${part} => ${part} ${partVersion}`),
  ].join('\n')
}

function download(module: string): { Dir: string; GoMod: string } {
  const output = execFileSync('go', ['mod', 'download', '-json', module], { cwd: CACHE })
  return JSON.parse(output.toString()) as { Dir: string; GoMod: string }
}
