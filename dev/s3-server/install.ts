import { installedProgram, installProgram } from '../go-program/index.ts'

/** The S3-compatible server of the tests; docs/decisions/ has the reasons. */
const SERVER = {
  folder: 's3-server',
  name: 'versitygw',
  version: '1.8.0',
  module: 'github.com/versity/versitygw/cmd/versitygw',
}

/** Name and version of the server. */
export const SERVER_NAME = `${SERVER.name} ${SERVER.version}`

/** Returns the path of the server, or undefined when it is not built. */
export function installedServer(): string | undefined {
  return installedProgram(SERVER)
}

/**
 * Builds the server, once.
 *
 * @returns the path of the server
 * @throws Error with the reason when the build fails
 */
export async function installServer(): Promise<string> {
  return installProgram(SERVER)
}
