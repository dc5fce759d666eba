import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { misspeltSettings } from '@landscape/runtime'
import { parseAllDocuments } from 'yaml'
import { READERS } from '../tools/config/readers.ts'

const OVERLAYS = ['aws', 'local'] as const
const SERVICES = ['gateway', 'projects', 'data', 'admin-review', 'assistant']

interface Container {
  name: string
  image: string
  imagePullPolicy?: string
  args?: string[]
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

/** A program that builds overlays, and how it is told to; undefined where there is none. */
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

/** Settings of a container, with a stand-in for each secret and for each file. */
function settingsOf(container: Container, resources: readonly Resource[]): Record<string, string> {
  const maps = (container.envFrom ?? []).map(({ configMapRef }) => {
    if (!configMapRef) return {}
    const map = resources.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name,
    )
    if (!map) throw new Error(`There is no ConfigMap ${configMapRef.name}`)
    return map.data ?? {}
  })
  const own = (container.env ?? [])
    .filter(({ valueFrom }) => valueFrom?.secretKeyRef.optional !== true)
    .map(({ name, value = 'a stand-in for a secret of forty characters' }) => [
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

/** The overlay for AWS with a component that it does not have by itself. */
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

  it('run every service and the check of the store, and on AWS the collector and backups', () => {
    const names = resources()
      .filter(({ kind }) => kind === 'Deployment' || kind === 'CronJob')
      .map(({ metadata }) => metadata.name)
    const more = overlay === 'aws' ? ['collector', 'backup'] : []
    expect(names.toSorted()).toEqual([...SERVICES, 'store-check', 'operator', ...more].toSorted())
  })

  it('pin the tag of every image, and pull none from a registry that is not theirs', () => {
    const registry =
      overlay === 'aws'
        ? /^\d{12}\.dkr\.ecr\.[\w-]+\.amazonaws\.com\/landscape\//
        : /^localhost\/landscape\//
    const containers = pods().flatMap((pod) => pod.containers)
    const own = containers.filter(({ image }) => image.includes('landscape/'))
    expect(own.length).toBeGreaterThan(SERVICES.length)
    for (const { image } of containers) expect(image).toMatch(/:\d+(\.\d+)+$/)
    for (const { image, imagePullPolicy } of own) {
      expect(image).toMatch(registry)
      if (overlay === 'local') expect(imagePullPolicy).toBe('IfNotPresent')
    }
  })

  it('give the gateway a token secret of its own, so that a rotation can begin with the services', () => {
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

  it('let every pod finish within its grace period, the shutdown delay included', () => {
    for (const { kind, metadata, spec } of resources()) {
      if (kind !== 'Deployment') continue
      const pod = spec?.template?.spec
      const { SHUTDOWN_DELAY_SECONDS: delay } = settingsOf(pod!.containers[0]!, resources())
      expect([metadata.name, Number(delay)]).toEqual([metadata.name, 5])
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(delay) + 10)
    }
  })

  it.each(SERVICES)('give %s settings that it accepts', (service) => {
    const deployment = resources().find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === service,
    )
    const [container] = (deployment && podOf(deployment)?.containers) ?? []
    const settings = settingsOf(container!, resources())
    const reader = READERS.find(({ name }) => name === service)!
    expect(() => reader.read(settings)).not.toThrow()
    expect(misspeltSettings(Object.keys(reader.schema.shape), Object.keys(settings))).toEqual([])
  })

  it('run nothing as root, or with more rights than it needs, or without bounds', () => {
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

  it('probe every service, keep one replica of it through a disruption, and let the gateway alone reach it', () => {
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

  it('hold no secret, only names of secrets', () => {
    expect(resources().filter(({ kind }) => kind === 'Secret')).toEqual([])
    const names = resources().flatMap(({ data }) => Object.keys(data ?? {}))
    expect(names.filter((name) => /SECRET|KEY|PASSWORD|TOKEN/.test(name))).toEqual([])
  })

  const validated = hasValidator ? it : it.skip
  validated('match the schemas of Kubernetes, with nothing that these do not know', () => {
    const input = built.get(overlay) ?? build(overlay)
    const args = ['--strict', '--kubernetes-version', '1.35', '-']
    const { status, stdout, stderr } = spawnSync('kubernetes-validate', args, {
      input,
      encoding: 'utf8',
    })
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
  })
})

withKustomize('the component for traces', () => {
  it('tells every process where the collector is, and lets all of them reach it', () => {
    const resources = buildWith('traces')
    const told = resources
      .filter(({ data }) => data?.['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined)
      .map(({ metadata }) => metadata.name.replace(/-\w+$/, ''))
    expect(told.toSorted()).toEqual(['gateway', 'services'])
    const policy = resources.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'traces',
    )
    expect(policy?.spec?.podSelector?.matchExpressions?.[0]?.values).toEqual(SERVICES)
    expect(policy?.spec?.egress?.flatMap(({ ports }) => ports)).toEqual([
      { protocol: 'TCP', port: 4318 },
    ])
  })
})
