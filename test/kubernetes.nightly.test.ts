import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { misspeltSettings } from '@landscape/runtime/config/misspelt'
import { parse, parseAllDocuments } from 'yaml'
import { READERS } from '../tools/config/readers.ts'

const OVERLAYS = ['aws', 'any-cloud', 'local'] as const
/** The processes that an overlay adds to those of the base. */
const MORE = { aws: ['collector', 'backup'], 'any-cloud': ['backup'], local: [] } as const
const REGISTRIES = {
  aws: /^\d{12}\.dkr\.ecr\.[\w-]+\.amazonaws\.com\/landscape\//,
  'any-cloud': /^registry\.example\/landscape\//,
  local: /^localhost\/landscape\//,
} as const
const SERVICES = ['gateway', 'projects', 'data', 'admin-review', 'assistant']

interface Container {
  name: string
  image: string
  imagePullPolicy?: string
  args?: string[]
  ports?: { name: string; containerPort: number }[]
  env?: {
    name: string
    value?: string
    valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } }
  }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  resources: { requests?: object; limits?: object }
  securityContext: object
  livenessProbe?: object
  readinessProbe?: object
}
interface Pod {
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds?: number
  securityContext: object
  containers: Container[]
}
interface Resource {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: {
    template?: { spec: Pod }
    jobTemplate?: { spec: { template: { spec: Pod } } }
    podSelector?: { matchExpressions?: { values: string[] }[] }
    egress?: { ports: { port: number }[] }[]
    ingress?: { from?: { podSelector?: unknown }[]; ports: { port: number }[] }[]
  }
}

/** The command that builds overlays; undefined where none is installed. */
const BUILD = [
  ['kubectl', 'kustomize'],
  ['kustomize', 'build'],
].find(([program = '']) => spawnSync(program, ['version', '--client']).status === 0)
const hasValidator = spawnSync('kubernetes-validate', ['--version']).status === 0

const built = new Map<string, string>()
const KUBERNETES = fileURLToPath(new URL('../deploy/kubernetes', import.meta.url))
function build(overlay: string, path = join(KUBERNETES, 'overlays', overlay)): string {
  const [program = '', command = ''] = BUILD ?? []
  const { status, stdout, stderr } = spawnSync(program, [command, path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  built.set(overlay, stdout)
  return stdout
}

function resourcesOf(overlay: string): Resource[] {
  const text = built.get(overlay) ?? build(overlay)
  return parseAllDocuments(text).map((document) => document.toJS() as Resource)
}

function podOf({ spec }: Resource): Pod | undefined {
  return spec?.template?.spec ?? spec?.jobTemplate?.spec.template.spec
}

const directory = mkdtempSync(join(tmpdir(), 'landscape-manifests-'))
const keyFile = join(directory, 'private-key.pem')
beforeAll(() => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Returns the settings of a container with substitutes for secrets and files. */
function settingsOf(container: Container, resources: readonly Resource[]): Record<string, string> {
  const maps = (container.envFrom ?? []).map(({ configMapRef }) => {
    if (!configMapRef) return {}
    const map = resources.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name,
    )
    if (!map) throw new Error(`The ConfigMap ${configMapRef.name} does not exist`)
    return map.data ?? {}
  })
  const own = (container.env ?? [])
    .filter(({ valueFrom }) => valueFrom?.secretKeyRef.optional !== true)
    .map(({ name, value = 'a substitute for a secret of forty chars.' }) => [
      name,
      value.startsWith('/run/') ? keyFile : value,
    ])
  return {
    NODE_ENV: 'production',
    PORT: '5001',
    ...Object.assign({}, ...maps),
    ...Object.fromEntries(own),
  }
}

/** Builds the overlay for AWS with an optional component. */
function buildWith(component: string): Resource[] {
  const to = (path: string) => relative(directory, join(KUBERNETES, path))
  const overlay = { resources: [to('overlays/aws')], components: [to(`components/${component}`)] }
  writeFileSync(join(directory, 'kustomization.yaml'), JSON.stringify(overlay))
  build(component, directory)
  return resourcesOf(component)
}

const withKustomize = BUILD ? describe : describe.skip

withKustomize.each(OVERLAYS)('the manifests for %s', (overlay) => {
  const resources = () => resourcesOf(overlay)
  const pods = () => resources().flatMap((resource) => podOf(resource) ?? [])

  it('run every service, the store check, and what the overlay adds', () => {
    const names = resources()
      .filter(({ kind }) => kind === 'Deployment' || kind === 'CronJob')
      .map(({ metadata }) => metadata.name)
    const expected = [...SERVICES, 'store-check', 'months', 'operator', ...MORE[overlay]]
    expect(names.toSorted()).toEqual(expected.toSorted())
  })

  it('pin every image, those of others by digest, and use only the configured registry', () => {
    const containers = pods().flatMap((pod) => pod.containers)
    const own = containers.filter(({ image }) => image.includes('landscape/'))
    expect(own.length).toBeGreaterThan(SERVICES.length)
    for (const { image } of containers) {
      expect(image).toMatch(
        image.includes('landscape/') ? /:\d+(\.\d+)+$/ : /:\d+(\.\d+)+@sha256:[0-9a-f]{64}$/,
      )
    }
    for (const { image, imagePullPolicy } of own) {
      expect(image).toMatch(REGISTRIES[overlay])
      if (overlay === 'local') expect(imagePullPolicy).toBe('IfNotPresent')
    }
  })

  it('give the gateway a separate token secret for rotations', () => {
    const secretOf = (name: string) =>
      resources()
        .find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)
        ?.spec?.template?.spec.containers[0]?.env?.filter(({ name: setting }) =>
          setting.startsWith('INTERNAL_TOKEN_SECRET'),
        )
        .map(({ valueFrom }) => valueFrom?.secretKeyRef)
    expect(secretOf('gateway')).toEqual([{ name: 'internal-token-gateway', key: 'current' }])
    for (const service of SERVICES.filter((name) => name !== 'gateway')) {
      expect(secretOf(service)).toEqual([
        { name: 'internal-token', key: 'current' },
        { name: 'internal-token', key: 'previous', optional: true },
      ])
    }
  })

  it('have grace periods that include the shutdown delay', () => {
    for (const { kind, metadata, spec } of resources()) {
      if (kind !== 'Deployment') continue
      const pod = spec?.template?.spec
      const { SHUTDOWN_DELAY_SECONDS: delay } = settingsOf(pod!.containers[0]!, resources())
      expect([metadata.name, Number(delay)]).toEqual([metadata.name, 5])
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(delay) + 10)
    }
  })

  it.each(SERVICES)('give %s valid settings', (service) => {
    const deployment = resources().find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === service,
    )
    const [container] = (deployment && podOf(deployment)?.containers) ?? []
    const settings = settingsOf(container!, resources())
    const reader = READERS.find(({ name }) => name === service)!
    expect(() => reader.read(settings)).not.toThrow()
    expect(misspeltSettings(Object.keys(reader.schema.shape), Object.keys(settings))).toEqual([])
  })

  it('restrict users, privileges and resources of every container', () => {
    expect(pods().length).toBeGreaterThan(SERVICES.length)
    for (const pod of pods()) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of pod.containers) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { memory: expect.any(String) },
          },
        })
      }
    }
  })

  it('probe every service, keep one replica during disruptions and admit only the gateway', () => {
    const all = resources()
    const named = (kind: string) =>
      all.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
    expect(named('PodDisruptionBudget').toSorted()).toEqual(SERVICES.toSorted())
    expect(named('HorizontalPodAutoscaler')).toEqual(
      expect.arrayContaining(['assistant', 'data', 'gateway']),
    )
    for (const { kind, spec } of all) {
      if (kind !== 'Deployment') continue
      expect(spec?.template?.spec.containers[0]).toMatchObject({
        readinessProbe: { httpGet: { path: '/readyz' } },
        livenessProbe: { httpGet: { path: '/livez' } },
      })
    }
    const policies = all.filter(({ kind }) => kind === 'NetworkPolicy')
    const nothing = policies.find(({ metadata }) => metadata.name === 'nothing')
    expect(nothing?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    const toServices = policies.find(({ metadata }) => metadata.name === 'services')?.spec
    expect(toServices?.podSelector?.matchExpressions?.[0]?.values.toSorted()).toEqual(
      SERVICES.filter((name) => name !== 'gateway').toSorted(),
    )
    expect(toServices?.ingress).toEqual([
      {
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } }],
        ports: [{ protocol: 'TCP', port: 5001 }],
      },
    ])
  })

  it('give an access key of the store to every process that uses it, except on AWS', () => {
    const withKey = resources()
      .filter((one) =>
        podOf(one)?.containers[0]?.envFrom?.some(
          ({ secretRef }) => secretRef?.name === 'store-credentials',
        ),
      )
      .map(({ metadata }) => metadata.name)
      .filter((name) => name !== 'stock')
    const users = [...SERVICES.slice(1), 'store-check', 'months', 'operator', ...MORE[overlay]]
    expect(withKey.toSorted()).toEqual(overlay === 'aws' ? [] : users.toSorted())
  })

  it('contain names of secrets instead of secrets', () => {
    expect(resources().filter(({ kind }) => kind === 'Secret')).toEqual([])
    const names = resources().flatMap(({ data }) => Object.keys(data ?? {}))
    expect(names.filter((name) => /SECRET|KEY|PASSWORD|TOKEN/.test(name))).toEqual([])
  })

  const validated = hasValidator ? it : it.skip
  validated('match the schemas of Kubernetes without unknown fields', () => {
    const input = built.get(overlay) ?? build(overlay)
    const args = ['--strict', '--kubernetes-version', '1.35', '-']
    const { status, stdout, stderr } = spawnSync('kubernetes-validate', args, {
      input,
      encoding: 'utf8',
    })
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({
      status: 0,
      output: '',
    })
  })
})

withKustomize('the component for traces', () => {
  it('gives every process the address of the collector and access to it', () => {
    const resources = buildWith('traces')
    const configured = resources
      .filter(({ data }) => data?.['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined)
      .map(({ metadata }) => metadata.name.replace(/-\w+$/, ''))
    expect(configured.toSorted()).toEqual(['gateway', 'services'])
    const policy = resources.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'traces',
    )
    expect(policy?.spec?.podSelector?.matchExpressions?.[0]?.values).toEqual(SERVICES)
    expect(policy?.spec?.egress?.flatMap(({ ports }) => ports)).toEqual([
      { protocol: 'TCP', port: 4318 },
    ])
  })
})

withKustomize('the component for the Prometheus operator', () => {
  it('scrapes every service under its name, with the alarms of Prometheus', () => {
    const resources = buildWith('prometheus-operator')
    const specOf = (kind: string) => resources.find((one) => one.kind === kind)?.spec
    expect(specOf('PodMonitor')).toMatchObject({
      jobLabel: 'app.kubernetes.io/name',
      selector: { matchExpressions: [{ key: 'app.kubernetes.io/name', values: SERVICES }] },
      podMetricsEndpoints: [{ port: 'metrics' }],
    })
    for (const name of SERVICES) {
      const deployment = resources.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === name,
      )
      const [container] = deployment?.spec?.template?.spec.containers ?? []
      expect(container?.ports).toContainEqual({ name: 'metrics', containerPort: 9100 })
    }
    const rules = readFileSync(join(KUBERNETES, '../prometheus/landscape.rules.yml'), 'utf8')
    expect(specOf('PrometheusRule')).toEqual(parse(rules))
  })
})

withKustomize('the component for the Gateway API', () => {
  it('routes all paths to the gateway', () => {
    const resources = buildWith('http-route')
    const route = resources.find(({ kind }) => kind === 'HTTPRoute')
    expect(route?.spec).toMatchObject({ rules: [{ backendRefs: [{ name: 'gateway', port: 80 }] }] })
    const service = resources.find(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === 'gateway',
    )
    expect(service?.spec).toMatchObject({ ports: [{ port: 80 }] })
  })
})
