/** The arguments of a command, in order: `<name>` is required, `[name]` optional, `[name…]` variadic. */
type Arguments = Readonly<Record<string, Argument>>

/** The description of an argument, and its permitted values. */
type Argument = string | { about: string; oneOf: readonly string[] }

/** The options of a command by name; one without a `value` is a switch. */
type Options = Readonly<Record<string, Option>>

interface Option {
  about: string
  /** Placeholder of the value in the help: `<instant>`. */
  value?: string
  oneOf?: readonly string[]
}

/** The options that were given. */
type Given<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { value: string } ? string | undefined : boolean
}

/** The exit code; nothing means 0. */
type Ended = number | void

/** One command: its help, its arguments and its work. */
export interface Command<O extends Options = Options> {
  about: string
  /** Additional notes in the help. */
  notes?: string
  arguments?: Arguments
  options?: O
  /** The arguments of valid calls, without the names of tool and command. */
  examples: readonly string[]
  run(operands: readonly string[], options: Given<O>): Ended | Promise<Ended>
}

/** A program of an npm script: one command, or several by name. */
export type Tool = {
  /** Name of the npm script. */
  name: string
} & (Command | { about: string; notes?: string; commands: Readonly<Record<string, Command>> })

/** A command whose options have the types that its table gives them. */
export function command<const O extends Options = Options>(table: Command<O>): Command {
  return table
}

/** An invalid call; the tool adds a hint at its help to the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
