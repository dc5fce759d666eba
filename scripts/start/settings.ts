import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

type Env = Readonly<Record<string, string | undefined>>

/** A fault that only the person at the terminal can mend; its message is all they need. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Adds the settings of a local file to the environment, which wins. Production settings come from
 * the environment alone: a file left behind must not change what runs there.
 *
 * @returns a line for the operator when there is a file that was not read
 */
export function loadLocalSettings(file: string, env: Env): string | undefined {
  if (!existsSync(file)) return undefined
  if (env['NODE_ENV'] === 'production') return `NODE_ENV is production: ${file} is not read.`
  try {
    loadEnvFile(file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown fault'
    throw new StartError(
      `The settings in ${file} cannot be read (${code}). Make it a readable text file, or remove it.`,
      { cause: error },
    )
  }
  return undefined
}

/** The environment with what need not be set; secrets are made up in development only. */
export function withDefaults(env: Env, { terminal }: { terminal: boolean }): Env {
  const nodeEnv = env['NODE_ENV']?.trim() || 'development'
  return {
    ...env,
    NODE_ENV: nodeEnv,
    LOG_PRETTY: env['LOG_PRETTY']?.trim() || String(terminal),
    ...(nodeEnv === 'development' && {
      INTERNAL_TOKEN_SECRET:
        env['INTERNAL_TOKEN_SECRET']?.trim() || randomBytes(32).toString('hex'),
    }),
  }
}
