import { spawn } from 'node:child_process'
import { hasNginx } from '../../tools/lab/nginx.ts'
import { startDocumentedNginx } from './documented-nginx.ts'
import {
  installedProxy,
  isProviderInstalled,
  PROVIDER_SCRIPT,
} from '../../tools/provider/installed.ts'
import { freePorts } from './free-ports.ts'
import { startLandscape, type Landscape } from './landscape.ts'
import { run } from './process.ts'

/** Whether `npm run provider` was run; tests with a real provider are skipped visibly otherwise. */
export const HAS_REAL_PROVIDER = isProviderInstalled() && installedProxy() !== undefined

/** A landscape whose callers have tokens of oidc-provider, behind oauth2-proxy in two ways. */
interface WithRealProvider {
  landscape: Landscape
  /** Address of the provider. */
  issuer: string
  /** One proxy passes the ID token in `Authorization`, the other the access token. */
  sites: readonly [string, string]
  /** nginx with deploy/nginx/sign-in.conf in front of a proxy and the gateway, where it is installed. */
  nginxSite: string | undefined
  stop: () => Promise<void>
}

const ENVIRONMENT = { PATH: process.env['PATH'] ?? '' }
/** The client secret of the proxies. */
const SECRET = 'of-the-proxy-in-tests'

/** Starts oidc-provider, the services, and oauth2-proxy with the options of docs/identity.md. */
export async function startWithRealProvider(): Promise<WithRealProvider> {
  const ports = await freePorts(6)
  const [providerPort = 0, gatewayPort = 0] = ports
  const addresses = ports.map(addressOf)
  const [issuer = '', gateway = '', first = '', second = '', third = '', nginxSite = ''] = addresses
  const clients = JSON.stringify([proxyClient([first, second, nginxSite])])
  const provider = run([PROVIDER_SCRIPT, String(providerPort), clients], ENVIRONMENT)
  await provider.prints('Provider on')
  const landscape = await startLandscape({
    env: { ...gatewaySettings(issuer, first), PORT: String(gatewayPort) },
  })
  const proxies = [
    startProxy({ address: first, passes: '--pass-authorization-header', issuer, gateway }),
    startProxy({ address: second, passes: '--pass-access-token', issuer, gateway }),
    startProxy({
      address: third,
      site: nginxSite,
      passes: '--pass-authorization-header',
      issuer,
      gateway,
    }),
  ]
  const nginx = hasNginx()
    ? await startDocumentedNginx({
        file: 'sign-in.conf',
        addresses: [
          ['127.0.0.1:5001', gateway],
          ['127.0.0.1:4180', third],
          ['127.0.0.1:8080', nginxSite],
        ],
        port: Number(new URL(nginxSite).port),
      })
    : undefined
  const stop = async () => {
    nginx?.stop()
    for (const proxy of proxies) proxy.kill()
    provider.signal('SIGTERM')
    await landscape.stop()
  }
  return { landscape, issuer, sites: [first, second], nginxSite: nginx && nginxSite, stop }
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

function gatewaySettings(issuer: string, site: string) {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: 'landscape',
    OIDC_GROUP_ADMIN: 'landscape-admins',
    OIDC_TOKEN_HEADER: 'X-Forwarded-Access-Token',
    SIGN_OUT_URL: `${site}/oauth2/sign_out`,
    // Without nginx in front the gateway sees fewer addresses, and uses the one of its peer.
    TRUSTED_PROXIES: '2',
  }
}

interface ProxyOptions {
  /** Where it listens. */
  address: string
  /** Where browsers reach it; its address when absent. */
  site?: string
  /** The option that selects the token for the gateway. */
  passes: string
  issuer: string
  gateway: string
}

function startProxy({ address, site = address, passes, issuer, gateway }: ProxyOptions) {
  const options = [
    '--provider=oidc',
    `--oidc-issuer-url=${issuer}`,
    '--client-id=landscape',
    `--client-secret=${SECRET}`,
    '--cookie-secret=sixteen-bytes-ok',
    '--cookie-secure=false',
    `--redirect-url=${site}/oauth2/callback`,
    '--code-challenge-method=S256',
    '--scope=openid email',
    '--email-domain=*',
    `--http-address=${new URL(address).host}`,
    '--skip-jwt-bearer-tokens',
    '--skip-provider-button',
    `--upstream=${gateway}`,
    passes,
  ]
  return spawn(installedProxy()!, options, { env: ENVIRONMENT, stdio: 'ignore' })
}

function proxyClient(sites: readonly string[]) {
  return {
    client_id: 'landscape',
    client_secret: SECRET,
    redirect_uris: sites.map((site) => `${site}/oauth2/callback`),
    post_logout_redirect_uris: sites.map((site) => `${site}/oauth2/sign_out`),
  }
}
