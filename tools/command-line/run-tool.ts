import { callOf, commandHelp, toolHelp } from './help.ts'
import { readArguments, unknown } from './read-arguments.ts'
import { UsageError, type Command, type Tool } from './tool.ts'

/** Output of a tool: help to `log`, errors to `error`. */
type Output = Pick<Console, 'log' | 'error'>

/** Exit codes: 1 when the work failed, 2 when the call is invalid. */
const FAILED = 1
const MISUSED = 2

/**
 * Runs the called command of a tool, or shows its help.
 *
 * @param args the arguments after the tool's name
 * @returns the exit code
 */
export async function runTool(
  tool: Tool,
  args: readonly string[],
  output: Output = console,
): Promise<number> {
  const isHelp = args.includes('--help') || args.includes('-h')
  let called: { command: Command; name: string } | undefined
  try {
    called = calledIn(tool, args)
    const { command, name } = called ?? {}
    if (isHelp) {
      const help = command && name ? commandHelp(tool, command, name) : toolHelp(tool)
      output.log(help)
      return 0
    }
    if (!command) throw new UsageError(`A command is missing: ${callOf(tool, '<command>')}`)
    const { operands, options } = readArguments(command, name ? args.slice(1) : args)
    return (await command.run(operands, options as never)) ?? 0
  } catch (error) {
    if (!(error instanceof UsageError)) {
      output.error(Error.isError(error) ? error.message : `${tool.name} failed`)
      return FAILED
    }
    const help = callOf(tool, called?.name ? `${called.name} --help` : '--help')
    output.error(`${error.message}\n${help} shows how to use it.`)
    return MISUSED
  }
}

/** The command named by the first argument; `undefined` when it names none. */
function calledIn(
  tool: Tool,
  args: readonly string[],
): { command: Command; name: string } | undefined {
  if (!('commands' in tool)) return { command: tool, name: '' }
  const [name] = args
  if (name === undefined || name.startsWith('-')) return undefined
  const command = Object.hasOwn(tool.commands, name) ? tool.commands[name] : undefined
  if (!command) throw unknown('command', name, Object.keys(tool.commands))
  return { command, name }
}
