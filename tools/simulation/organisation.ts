import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts'
import { replace, type ObjectStore } from '@landscape/store'
import { inventProjects, textOf } from '../bench/registry-client.ts'
import { inventRepositories } from '../bench/invent-repositories.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { startProduction } from '../../test/support/production.ts'
import {
  createReplica,
  RESOLVE_REPLICAS,
  REPLICA_HOSTS,
  type Replica,
} from '../../test/support/replica.ts'

/** How much is stored. */
export interface Size {
  repositories: number
  projects: number
}

const REPLICATED = ['projects', 'data', 'gateway'] as const
const ALONE = ['admin-review', 'assistant'] as const
/** A load balancer sends nothing more to a gateway for so long before that is told to stop. */
const DEREGISTRATION_MS = 1_000

/**
 * Puts documents of this size in place of the sample's.
 *
 * @returns their bytes
 */
export async function fill(store: ObjectStore, { repositories, projects }: Size): Promise<number> {
  const documents = [
    [DOCUMENTS.repositories.ref, textOf(inventRepositories(repositories))],
    [DOCUMENTS.projects.ref, textOf(inventProjects(projects))],
  ] as const
  for (const [ref, body] of documents) await replace(store, ref, body)
  return documents.reduce((sum, [, body]) => sum + body.length, 0)
}

/**
 * The processes in production mode: two replicas of gateway, registry and data service, one of the others.
 *
 * @param store settings under which a service uses it
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
  const replicas = REPLICATED.flatMap((name, n) =>
    REPLICA_HOSTS.map((host) =>
      createReplica(name, {
        host,
        port: ports[n] ?? 0,
        env: { ...landscape.settings, ...(name !== 'gateway' && store) },
      }),
    ),
  )
  const of = (name: string) => replicas.filter((replica) => replica.name === name)
  const inService = new Set(replicas)
  const tellWhoIsOut = () => {
    const others = replicas.filter((replica) => !inService.has(replica))
    writeFileSync(out, others.map(({ name, url }) => `${name} ${new URL(url).hostname}`).join('\n'))
  }

  /** As an orchestrator does it: nobody is told of a replica that is stopping, or not ready yet. */
  async function renew(replica: Replica) {
    inService.delete(replica)
    tellWhoIsOut()
    if (replica.name === 'gateway') await sleep(DEREGISTRATION_MS)
    await replica.stop()
    await replica.start()
    inService.add(replica)
    tellWhoIsOut()
  }
  async function stop() {
    await Promise.all(of('gateway').map((gateway) => gateway.stop()))
    await Promise.all(replicas.map((replica) => replica.stop()))
    await landscape.stop()
    rmSync(directory, { recursive: true })
  }
  try {
    for (const name of ALONE) await landscape.start(name, store)
    // Each loads whole documents: one after the other where processors are few.
    for (const replica of replicas) await replica.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    issuer: landscape.issuer,
    gateways: of('gateway').map(({ url }) => url),
    /** Addresses of the gateways that a load balancer would send requests to now. */
    inService: () =>
      of('gateway').flatMap((gateway) => (inService.has(gateway) ? gateway.url : [])),
    /** Replaces all processes of a service, one after the other. */
    replace: async (name: (typeof REPLICATED)[number] | (typeof ALONE)[number]) => {
      for (const replica of of(name)) await renew(replica)
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

export type Organisation = Awaited<ReturnType<typeof startOrganisation>>
