import type { Start } from './measure.ts'
import { SECRET } from './registry-client.ts'

/** Starts the admin-review service behind a gateway; resolves with both addresses. */
export async function startEditing(
  start: Start,
  directory: string,
  env: Record<string, string> = {},
): Promise<{ gateway: string; service: string }> {
  const settings = { INTERNAL_TOKEN_SECRET: SECRET, ...env }
  const service = await start('../../../services/admin-review/src/main.ts', {
    DATA_DIR: directory,
    ...settings,
  })
  const gateway = await start('../../../services/gateway/src/main.ts', {
    ADMIN_REVIEW_URL: service,
    ...settings,
  })
  return { gateway, service }
}
