import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

type Env = Readonly<Record<string, string | undefined>>

/** An error that the operator must repair; only its message is printed. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Adds the settings of a local file to the environment, which wins. In production the file is not read.
 *
 * @returns a message for the operator when a file exists that was not read
 * @throws StartError when the file cannot be read
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

/** Replaces Node's `loadEnvFile`, which reports an unreadable file as missing. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    if (code === 'ENOENT') return ''
    const reason = REASONS[code] ?? `${code}. Make it a readable file, or remove it.`
    throw new StartError(`${file} exists but cannot be read: ${reason}`, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Make it readable (chmod u+r), or remove it.',
  EISDIR: 'it is a directory. Replace it by a file, or remove it.',
}

/** Adds defaults to the environment; a secret is generated in development only. */
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
