import { loadLocalSettings } from '../start/settings.ts'

/**
 * Runs a program that is a process of its own in production: importing it reads the arguments, works and sets the exit
 * code.
 *
 * @returns the exit code
 */
export async function runOwnProcess(program: () => Promise<unknown>): Promise<number> {
  loadLocalSettings('.env', process.env)
  process.env['NODE_ENV'] ??= 'development'
  await program()
  return Number(process.exitCode ?? 0)
}
