import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

type Env = Readonly<Record<string, string | undefined>>

/** A fault that only the person at the terminal can repair; its message is all they need. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Adds the settings of a local file to the environment, which wins. Production settings come from
 * the environment alone: a file left behind must not change what runs there.
 *
 * @returns a line for the operator when there is a file that was not read
 * @throws StartError when there is a file that cannot be read
 */
export function loadLocalSettings(
  file: string,
  env: Record<string, string | undefined>,
): string | undefined {
  if (env['NODE_ENV']?.trim() === 'production') {
    return existsSync(file) ? `NODE_ENV is production: ${file} is not read.` : undefined
  }
  for (const [name, value] of Object.entries(parseEnv(textOf(file)))) env[name] ??= value
  return undefined
}

/** Not `loadEnvFile` of Node: that calls a file missing which this user may not read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown fault'
    if (code === 'ENOENT') return ''
    const reason = REASONS[code] ?? `${code}. Make it a readable text file, or remove it.`
    throw new StartError(`${file} exists but cannot be read: ${reason}`, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Make it readable (chmod u+r), or remove it.',
  EISDIR: 'it is a directory. Make it a text file, or remove it.',
}

/** The environment with what need not be set; secrets are made up in development only. */
export function withDefaults(env: Env): Env {
  const nodeEnv = env['NODE_ENV']?.trim() || 'development'
  return {
    ...env,
    NODE_ENV: nodeEnv,
    ...(nodeEnv === 'development' && {
      INTERNAL_TOKEN_SECRET:
        env['INTERNAL_TOKEN_SECRET']?.trim() || randomBytes(32).toString('hex'),
    }),
  }
}
