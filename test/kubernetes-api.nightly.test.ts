import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseAllDocuments } from 'yaml'
import { DEFINITIONS } from '../tools/kubernetes/api-server.ts'
import { HAS_API_SERVER, startApiServer, type ApiServer } from './support/api-server.ts'

const KUBERNETES = fileURLToPath(new URL('../deploy/kubernetes', import.meta.url))
const OVERLAYS = ['aws', 'any-cloud', 'local']
const COMPONENTS = ['traces', 'prometheus-operator', 'http-route']

interface Resource {
  kind: string
  metadata: { name: string; resourceVersion: string }
}

const folder = mkdtempSync(join(tmpdir(), 'landscape-overlay-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes an overlay of that for AWS with all optional components. */
function overlayWithComponents(): string {
  const to = (path: string) => relative(folder, join(KUBERNETES, path))
  const components = COMPONENTS.map((name) => to(`components/${name}`))
  const overlay = JSON.stringify({ resources: [to('overlays/aws')], components })
  writeFileSync(join(folder, 'kustomization.yaml'), overlay)
  return folder
}

function manifestsOf(overlay: string): string {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', overlay], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const withServer = HAS_API_SERVER ? describe : describe.skip

withServer.each([...OVERLAYS, 'aws with all components'])(
  'the API server of Kubernetes (skipped without npm run kubernetes-api and etcd), with the overlay %s',
  (name) => {
    let server: ApiServer
    beforeAll(async () => {
      server = await startApiServer()
    }, 120_000)
    afterAll(() => server?.stop())

    /** Applies manifests, and returns each object with its version. */
    const apply = (manifests: string): string[] => {
      const args = ['apply', '--server-side', '--validate=strict', '--output=json', '--filename=-']
      const { stdout, ...rest } = server.kubectl(args, manifests)
      // Warnings, for example about the security of pods, are on stderr.
      expect(rest).toMatchObject({ status: 0, stderr: '' })
      const { items } = JSON.parse(stdout) as { items: Resource[] }
      return items.map(
        ({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.resourceVersion}`,
      )
    }

    it('accepts every object, and changes none when it is applied again', () => {
      for (const file of DEFINITIONS)
        expect(server.kubectl(['create', '--filename', file])).toMatchObject({ status: 0 })
      for (const file of DEFINITIONS) {
        const args = ['wait', '--for=condition=Established', '--timeout=60s', '--filename', file]
        expect(server.kubectl(args)).toMatchObject({ status: 0 })
      }
      const path = OVERLAYS.includes(name)
        ? join(KUBERNETES, 'overlays', name)
        : overlayWithComponents()
      const manifests = manifestsOf(path)
      const applied = apply(manifests)
      expect(applied).toHaveLength(parseAllDocuments(manifests).length)
      expect(apply(manifests)).toEqual(applied)
    })
  },
)
