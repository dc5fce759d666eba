import { z } from 'zod'

/** Field schemas that several services' settings use. */

/** A TCP port; 0 lets the system choose one. */
export const Port = z.coerce.number().int().min(0).max(65_535)

/** A comma-separated list: trimmed, empty elements dropped. */
export const List = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** An http or https address; without a trailing slash. */
export const HttpUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .transform((url) => url.replace(/\/+$/, ''))

/** Settings that every process has. */
export const ProcessEnv = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('production')
    .meta({ description: 'mode; only "development" needs no tokens' }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .meta({ description: 'least severe level that is logged' }),
  HOST: z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'address to listen on; loopback in development, else all' }),
})

/** Loopback in development unless HOST says otherwise; all addresses elsewhere. */
export function hostOf(env: z.output<typeof ProcessEnv>): string {
  return env.HOST ?? (env.NODE_ENV === 'development' ? '127.0.0.1' : '0.0.0.0')
}
