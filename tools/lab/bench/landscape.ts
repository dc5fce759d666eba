import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
} from '@landscape/dev/identity-provider'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { nameOf } from '@landscape/store/objects/port'
import { generateProjects } from './generate-projects.ts'
import { generateRepositories } from './generate-repositories.ts'
import { GATEWAY_IN_PRODUCTION, IN_PRODUCTION, withProcesses, type Start } from './measure.ts'
import { HERE, storeOnDisk } from './store-on-disk.ts'

/** Number of projects, and of repositories, of the known organisations. */
export const REAL = 1_000

/** Secret of the signed identities. */
export const SECRET = 'only-for-this-measurement-on-loopback'
/** The heap of a container of 640 MB, as in the image. */
const HEAP_MB = 448

/** Headers of a read by a script of a page. */
export const BROWSER = {
  accept: 'application/json, text/plain, */*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
  cookie: 'consent=all; theme=dark; visit=2c1b7a44f0d94c6e',
  'sec-ch-ua-platform': '"Linux"',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}

/** Addresses of a running landscape. */
export interface Landscape {
  /** Number of projects, and of repositories. */
  size: number
  gateway: string
  data: string
  projects: string
  /** Directory of the store. */
  directory: string
  start: Start
  /** The headers of a browser with the token of a person. */
  signedIn: (email: string, groups?: readonly string[]) => Record<string, string>
  /** The public keys of the tokens, as JSON. */
  keySet: string
}

/**
 * Runs gateway and services as the image does, with this number of projects and of repositories.
 *
 * @param checkout the directory whose code runs
 */
export async function withLandscape<R>(
  size: number,
  measure: (landscape: Landscape) => Promise<R>,
  checkout = HERE,
): Promise<R> {
  const documents = {
    [nameOf(DOCUMENTS.projects.ref)]: generateProjects(size),
    [nameOf(DOCUMENTS.repositories.ref)]: generateRepositories(size),
  }
  const { directory, remove } = await storeOnDisk(documents, checkout)
  const issuer = createTokenIssuer(LOCAL_POOL)
  const idp = createServer(createDevIdp(LOCAL_POOL, issuer))
  await new Promise<void>((resolve) => idp.listen(0, '127.0.0.1', resolve))
  const secret = { INTERNAL_TOKEN_SECRET: SECRET }
  try {
    return await withProcesses(async (start) => {
      const startService = (name: string) =>
        start(new URL(`services/${name}/src/main.ts`, checkout), {
          ...IN_PRODUCTION,
          ...secret,
          DATA_DIR: directory,
          NODE_OPTIONS: `${IN_PRODUCTION.NODE_OPTIONS} --max-old-space-size=${HEAP_MB}`,
        })
      const [data, projects] = [await startService('data'), await startService('projects')]
      const gateway = await start(new URL('services/gateway/src/main.ts', checkout), {
        ...GATEWAY_IN_PRODUCTION,
        ...secret,
        ...localSettings(LOCAL_POOL, `http://127.0.0.1:${(idp.address() as AddressInfo).port}`),
        DATA_URL: data,
        PROJECTS_URL: projects,
      })
      const signedIn: Landscape['signedIn'] = (email, groups = []) => {
        return { ...BROWSER, authorization: `Bearer ${issuer.idToken({ email, groups })}` }
      }
      const keySet = JSON.stringify(issuer.keySet())
      return measure({ size, gateway, data, projects, directory, start, signedIn, keySet })
    })
  } finally {
    idp.closeAllConnections()
    idp.close()
    remove()
  }
}
