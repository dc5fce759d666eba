import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
} from '@landscape/dev/identity-provider'
import { GATEWAY_IN_PRODUCTION, IN_PRODUCTION, withProcesses, type Start } from '../measure.ts'
import { generateProjects } from '../generate-projects.ts'
import { SECRET } from '../registry-client.ts'
import { fillLarge } from '../samples.ts'
import { storeOnDisk } from '../store-on-disk.ts'

/** Number of projects, and of repositories, of the known organisations. */
export const REAL = 1_000
export const TEN_TIMES = 10 * REAL

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
  gateway: string
  data: string
  projects: string
  adminReview: string
  /** Directory of the store. */
  directory: string
  start: Start
  /** The headers of a browser with the token of a person. */
  signedIn: (email: string, groups?: readonly string[]) => Record<string, string>
}

/**
 * Runs gateway and services as the image does, with this number of projects and of repositories.
 * @param env more settings of the services
 */
export async function withLandscape<R>(
  size: number,
  measure: (landscape: Landscape) => Promise<R>,
  env: Readonly<Record<string, string>> = {},
): Promise<R> {
  const { directory, remove } = await storeOnDisk((store) =>
    fillLarge(store, generateProjects(size), size),
  )
  const issuer = createTokenIssuer(LOCAL_POOL)
  const idp = createServer(createDevIdp(LOCAL_POOL, issuer))
  await new Promise<void>((resolve) => idp.listen(0, '127.0.0.1', resolve))
  const secret = { INTERNAL_TOKEN_SECRET: SECRET }
  try {
    return await withProcesses(async (start) => {
      const startService = (name: string) =>
        start(`../../../services/${name}/src/main.ts`, {
          ...IN_PRODUCTION,
          ...secret,
          DATA_DIR: directory,
          ...env,
        })
      const [data, projects, adminReview] = [
        await startService('data'),
        await startService('projects'),
        await startService('admin-review'),
      ]
      const gateway = await start('../../../services/gateway/src/main.ts', {
        ...GATEWAY_IN_PRODUCTION,
        ...secret,
        ...localSettings(LOCAL_POOL, `http://127.0.0.1:${(idp.address() as AddressInfo).port}`),
        DATA_URL: data,
        PROJECTS_URL: projects,
        ADMIN_REVIEW_URL: adminReview,
      })
      const signedIn: Landscape['signedIn'] = (email, groups = []) => {
        return { ...BROWSER, authorization: `Bearer ${issuer.idToken({ email, groups })}` }
      }
      return measure({ gateway, data, projects, adminReview, directory, start, signedIn })
    })
  } finally {
    idp.closeAllConnections()
    idp.close()
    remove()
  }
}
