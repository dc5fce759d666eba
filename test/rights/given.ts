import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const KUBERNETES = join(root, 'deploy/kubernetes')
export const BUCKETS = ['main', 'audit-tool', 'assistant'] as const

/** The rights that a deployment gives to a process: to read a bucket, and to write all or some of its objects. */
export type Rights = Partial<Record<(typeof BUCKETS)[number], { write: boolean; only?: string[] }>>

/** A process of a deployment. */
export interface Workload {
  name: string
  /** `data/keep` for `src/keep.ts` of the image landscape/data; `operator` for any command on the store. */
  program: string
  /** Name of its rights: an identity of the local store, or an account. */
  account: string
}

interface Container {
  image: string
  command?: string[]
  args?: string[]
}

function programOf({ image, command = [], args = [] }: Container): string {
  const name = image.replace('landscape/', '')
  const words = [...command, ...args]
  const script = words.find((word) => word.endsWith('.ts'))
  if (name === 'local-setup') return 'local-setup/stock'
  if (name !== 'operator') return `${name}/${/(\w+)\.ts$/.exec(script ?? 'main.ts')?.[1]}`
  const verb = args[0]
  return verb === undefined ? 'operator' : `operator/${verb}`
}

/** The processes of docker-compose.yml that have a key of the store. */
export function composeWorkloads(): Workload[] {
  const file = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
  const { services } = parse(file, { merge: true }) as {
    services: Record<string, Container & { volumes?: (string | object)[] }>
  }
  return Object.entries(services).flatMap(([name, service]) => {
    const [volume] = service.volumes ?? []
    const account = /^(\S+)-secrets:\/run\/landscape:ro$/.exec(
      typeof volume === 'string' ? volume : '',
    )?.[1]
    if (account === undefined || account === 'gateway') return []
    if (!service.image.startsWith('landscape/')) return []
    // Operators give commands to this container.
    const program = service.image === 'landscape/operator' ? 'operator' : programOf(service)
    return [{ name, program, account }]
  })
}

/** The rights of each identity that make-secrets.ts gives to the local store. */
export function composeRights(): Map<string, Rights> {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-secrets-'))
  const names = composeWorkloads().map(({ account }) => account)
  for (const name of new Set([...names, 'gateway'])) mkdirSync(join(directory, name))
  const [MAIN_BUCKET_NAME, AUDIT_TOOL_BUCKET_NAME, ASSISTANT_BUCKET_NAME] = BUCKETS
  execFileSync(process.execPath, [join(root, 'tools/containers/make-secrets.ts'), directory], {
    env: { ...process.env, MAIN_BUCKET_NAME, AUDIT_TOOL_BUCKET_NAME, ASSISTANT_BUCKET_NAME },
  })
  const secrets = readFileSync(join(directory, 'store/seaweedfs.json'), 'utf8')
  rmSync(directory, { recursive: true })
  const { identities } = JSON.parse(secrets) as {
    identities: { name: string; actions: string[] }[]
  }
  return new Map(
    identities.map(({ name, actions }) => {
      const may = (action: string, bucket: string) =>
        actions.includes(action) || actions.includes(`${action}:${bucket}`)
      const readable = BUCKETS.filter((bucket) => may('Read', bucket) && may('List', bucket))
      const rights = readable.map((bucket) => [bucket, { write: may('Write', bucket) }])
      return [name, Object.fromEntries(rights) as Rights]
    }),
  )
}

interface Manifest {
  kind: string
  metadata: { name: string }
  spec: { template: Template } | { jobTemplate: { spec: { template: Template } } }
}
interface Template {
  spec: { serviceAccountName: string; containers: [Container] }
}

/** The processes of the Kubernetes manifests that use the store. */
export function kubernetesWorkloads(): Workload[] {
  return globSync(['base/*.yaml', 'components/*/*.yaml'], { cwd: KUBERNETES })
    .flatMap((file) => parseAllDocuments(readFileSync(join(KUBERNETES, file), 'utf8')))
    .map((document) => document.toJS() as Manifest)
    .filter(
      ({ kind, metadata }) => /^(Deployment|CronJob)$/.test(kind) && metadata.name !== 'gateway',
    )
    .map(({ metadata: { name }, spec }) => {
      const { spec: pod } = 'template' in spec ? spec.template : spec.jobTemplate.spec.template
      return { name, program: programOf(pod.containers[0]), account: pod.serviceAccountName }
    })
}

/** The names of a kind that the patches of a kustomization select. */
export function patched(kustomization: string, kind: RegExp): string[] {
  const file = readFileSync(join(KUBERNETES, kustomization, 'kustomization.yaml'), 'utf8')
  const { patches } = parse(file) as { patches: { target: { kind: string; name: string } }[] }
  return patches
    .filter(({ target }) => kind.test(target.kind))
    .flatMap(({ target }) => target.name.split('|'))
}

/** The rights of each account in the guide: `get, put`, and the only objects that a cell names. */
export function guideRights(): Map<string, Rights> {
  const text = readFileSync(join(root, 'docs/operations-reference.md'), 'utf8')
  const table = /^\| Account [^]*?\n\n/m.exec(text)?.[0] ?? ''
  const rows = [...table.matchAll(/^\| `([\w-]+)`[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)]
  return new Map(
    rows.map(([, account = '', ...cells]) => {
      const rights = BUCKETS.flatMap((bucket, i) => {
        const cell = cells[i] ?? ''
        const only = [...cell.matchAll(/`([^`]+)`/g)].map(([, object]) => object)
        const right = { write: cell.includes('put'), ...(only.length > 0 && { only }) }
        return cell.includes('get') ? [[bucket, right]] : []
      })
      return [account, Object.fromEntries(rights) as Rights]
    }),
  )
}
