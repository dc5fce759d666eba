import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import type { ObjectStore } from '@landscape/store/objects/port'
import { generateProjects } from '../bench/generate-projects.ts'
import { textOf } from '../bench/registry-client.ts'
import { generateRepositories } from '../bench/generate-repositories.ts'
import { freePorts } from '../../../test/support/free-ports.ts'
import { startProduction } from '../../../test/support/production.ts'
import {
  createReplica,
  RESOLVE_REPLICAS,
  REPLICA_HOSTS,
  type Replica,
} from '../../../test/support/replica.ts'

/** Numbers of stored records. */
export interface Size {
  repositories: number
  projects: number
}

const REPLICATED = ['projects', 'data', 'gateway'] as const
const ALONE = ['admin-review', 'assistant'] as const
/** Time between deregistering a gateway at the load balancer and stopping it (ms). */
const DEREGISTRATION_MS = 1_000

/**
 * Replaces the sample documents by documents of this size.
 *
 * @returns their size in bytes
 */
export async function fill(store: ObjectStore, { repositories, projects }: Size): Promise<number> {
  const documents = [
    [DOCUMENTS.repositories.ref, textOf(generateRepositories(repositories))],
    [DOCUMENTS.projects.ref, textOf(generateProjects(projects))],
  ] as const
  for (const [ref, body] of documents) await replace(store, ref, body)
  return documents.reduce((sum, [, body]) => sum + body.length, 0)
}

/**
 * Starts production processes: two replicas of gateway, registry and data service, one of each other service.
 *
 * @param store settings with which a service uses the store
 */
export async function startOrganisation(store: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-simulation-'))
  const out = join(directory, 'out-of-service')
  writeFileSync(out, '')
  const ports = await freePorts(REPLICATED.length)
  const [projects, data] = ports
  const landscape = await startProduction({
    services: [],
    documents: false,
    env: {
      CHECK_REPLIES: 'false',
      // A loaded machine may need longer to start a service than requests wait by default.
      UPSTREAM_RESTART_SECONDS: '25',
      ...RESOLVE_REPLICAS,
      REPLICAS_OUT: out,
      PROJECTS_URL: `http://projects.replicas:${projects}`,
      DATA_URL: `http://data.replicas:${data}`,
    },
  })
  const replicas = createReplicas(ports, landscape.settings, store)
  const of = (name: string) => replicas.filter((replica) => replica.name === name)
  const balancer = createLoadBalancer(replicas, out)
  async function stop() {
    await Promise.all(of('gateway').map((gateway) => gateway.stop()))
    await Promise.all(replicas.map((replica) => replica.stop()))
    await landscape.stop()
    rmSync(directory, { recursive: true })
  }
  try {
    for (const name of ALONE) await landscape.start(name, store)
    // Sequentially: each start parses large documents.
    for (const replica of replicas) await replica.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    issuer: landscape.issuer,
    gateways: of('gateway').map(({ url }) => url),
    /** Addresses of the gateways that are registered at the load balancer. */
    inService: () =>
      of('gateway').flatMap((gateway) => (balancer.inService.has(gateway) ? gateway.url : [])),
    /** Restarts all processes of a service one after the other. */
    replace: async (name: (typeof REPLICATED)[number] | (typeof ALONE)[number]) => {
      for (const replica of of(name)) await balancer.renew(replica)
      if (of(name).length > 0) return
      await landscape.terminate(name)
      await landscape.start(name, store)
    },
    /** Process ids by names such as `data 2`. */
    pids: (): [name: string, pid: number][] => [
      ...replicas.map((one): [string, number] => [
        `${one.name} ${of(one.name).indexOf(one) + 1}`,
        one.pid() ?? 0,
      ]),
      ...Object.entries(landscape.pids()),
    ],
    stop,
  }
}

function createReplicas(
  ports: readonly number[],
  settings: Readonly<Record<string, string>>,
  store: Readonly<Record<string, string>>,
): Replica[] {
  return REPLICATED.flatMap((name, n) =>
    REPLICA_HOSTS.map((host) =>
      createReplica(name, {
        host,
        port: ports[n] ?? 0,
        env: { ...settings, ...(name !== 'gateway' && store) },
      }),
    ),
  )
}

/**
 * Takes replicas out of service while they restart.
 *
 * @param out file with the replicas that are out of service, which name resolution reads
 */
function createLoadBalancer(replicas: readonly Replica[], out: string) {
  const inService = new Set(replicas)
  const writeOutOfService = () => {
    const others = replicas.filter((replica) => !inService.has(replica))
    writeFileSync(out, others.map(({ name, url }) => `${name} ${new URL(url).hostname}`).join('\n'))
  }
  return {
    inService,
    /** Restarts a replica as an orchestrator does: it is out of service until it is ready again. */
    async renew(replica: Replica): Promise<void> {
      inService.delete(replica)
      writeOutOfService()
      if (replica.name === 'gateway') await sleep(DEREGISTRATION_MS)
      await replica.stop()
      await replica.start()
      inService.add(replica)
      writeOutOfService()
    },
  }
}

export type Organisation = Awaited<ReturnType<typeof startOrganisation>>
