/** The project registry on the embedded store, with or without history. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { createIdentityVerifier } from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createApp } from '../../../../services/projects/src/app.ts'

const { DATA_DIR = '', INTERNAL_TOKEN_SECRET = '', HISTORY } = process.env
const { ref, schema } = DOCUMENTS.projects
const store = createEmbeddedStore(DATA_DIR)
const server = createServer(
  createApp({
    projects: createDocument(store, ref, schema, HISTORY ? { history: HISTORY } : {}),
    existingClients: false,
    closed: {},
    identity: createIdentityVerifier([INTERNAL_TOKEN_SECRET], 'projects'),
    logger: createLogger({ service: 'projects', level: 'info' }),
    health: { checks: {}, isDraining: () => false },
    bodyLimit: 1e6,
    checkReplies: false,
  }),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
process.once('SIGTERM', () => process.exit(0))
