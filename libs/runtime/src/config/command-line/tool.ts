/**
 * The arguments of a command by name, in their order: `<name>` is required, `[name]` is not, and `[name…]` takes
 * the rest.
 */
type Arguments = Readonly<Record<string, Argument>>

/** What an argument is; or what it is and which values it takes. */
type Argument = string | { about: string; oneOf: readonly string[] }

/** The options of a command by name; one without a `value` is a switch. */
type Options = Readonly<Record<string, Option>>

interface Option {
  about: string
  /** What stands for the value in the help: `<instant>`. */
  value?: string
  oneOf?: readonly string[]
}

/** The options that were given. */
type Given<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { value: string } ? string | undefined : boolean
}

/** The exit code; 0 when there is none. */
type Ended = number | void

/** One command: what it does, what it takes, and the work itself. */
export interface Command<O extends Options = Options> {
  about: string
  /** What else to know before it is used. */
  notes?: string
  arguments?: Arguments
  options?: O
  /** What follows the name of the tool, and of the command, in a call that works. */
  examples: readonly string[]
  run(operands: readonly string[], options: Given<O>): Ended | Promise<Ended>
}

/** What an npm script runs: one command, or several by name. */
export type Tool = {
  /** Name of the npm script. */
  name: string
} & (Command | { about: string; notes?: string; commands: Readonly<Record<string, Command>> })

/** A command whose options have the types that its table gives them. */
export function command<const O extends Options = Options>(table: Command<O>): Command {
  return table
}

/** A mistake in a call: the message names it, and the tool adds where to read more. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
