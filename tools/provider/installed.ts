import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installedProgram, type GoProgram } from '@landscape/dev/go-program'

/** The proxy that signs in browsers. */
export const PROXY: GoProgram = {
  folder: 'oauth2-proxy',
  name: 'oauth2-proxy',
  version: '7.15.6',
  module: 'github.com/oauth2-proxy/oauth2-proxy/v7',
}

/** Script that runs oidc-provider. Arguments: port, clients as JSON. */
export const PROVIDER_SCRIPT = join(import.meta.dirname, 'server.js')

/** Whether oidc-provider is installed; it is outside the workspaces, because only one test needs it. */
export function isProviderInstalled(): boolean {
  return existsSync(join(import.meta.dirname, 'node_modules/oidc-provider'))
}

/** Returns the path of the proxy, or undefined when it is not built. */
export function installedProxy(): string | undefined {
  return installedProgram(PROXY)
}
