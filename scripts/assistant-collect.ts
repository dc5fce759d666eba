/**
 * `npm run assistant:collect`: loads recent usage from the source-control host into the stored
 * history, once. Settings come from `.env` and the environment.
 */
import { loadLocalSettings } from './start/settings.ts'

loadLocalSettings('.env', process.env)
process.env['NODE_ENV'] ??= 'development'
await import('../services/assistant/src/collect.ts')
