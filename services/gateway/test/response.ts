import { ServerResponse, type IncomingMessage } from 'node:http'

/** A response that is not connected. */
export function createResponse(): ServerResponse {
  return new ServerResponse({ method: 'GET' } as IncomingMessage)
}
