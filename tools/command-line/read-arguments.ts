import { parseArgs } from 'node:util'
import { didYouMean } from '@landscape/http/request/nearest'
import { UsageError, type Command } from './tool.ts'

/** The parsed arguments of a call. */
interface Call {
  operands: string[]
  options: Record<string, string | boolean | undefined>
}

/**
 * Parses the arguments of a command.
 *
 * @throws UsageError naming the fault and the nearest known name
 */
export function readArguments(command: Command, args: readonly string[]): Call {
  const table = command.options ?? {}
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(table).map(([name, { value }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string' },
      ]),
    ),
  })
  const call: Call = {
    operands: [],
    options: Object.fromEntries(
      Object.entries(table).map(([name, { value }]) => [
        name,
        value === undefined ? false : undefined,
      ]),
    ),
  }
  for (const token of tokens) {
    if (token.kind === 'positional') call.operands.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = Object.hasOwn(table, name) ? table[name] : undefined
    if (!option) throw unknown('option', rawName, flagsOf(table))
    if (option.value === undefined) {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value`)
      call.options[name] = true
      continue
    }
    if (value === undefined || (!inlineValue && value.startsWith('-'))) {
      throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}`)
    }
    assertOneOf(rawName, value, option.oneOf)
    call.options[name] = value
  }
  assertOperands(command, call.operands)
  return call
}

function flagsOf(table: object): string[] {
  return [...Object.keys(table), 'help'].map((name) => `--${name}`)
}

/** The error for an unknown name; it suggests the nearest known one, or lists all. */
export function unknown(kind: string, word: string, known: readonly string[]): UsageError {
  const hint = didYouMean(word, known) || `Known: ${known.join(', ')}.`
  return new UsageError(`Unknown ${kind} "${word}". ${hint}`)
}

function assertOperands({ arguments: table = {} }: Command, operands: readonly string[]): void {
  const names = Object.keys(table)
  for (const [i, name] of names.entries()) {
    const operand = operands[i]
    if (operand === undefined && name.startsWith('<')) {
      throw new UsageError(`${name} is missing`)
    }
    const argument = table[name]
    const given = name.endsWith('…]') ? operands.slice(i) : operands.slice(i, i + 1)
    if (typeof argument !== 'object') continue
    for (const value of given) assertOneOf(name, value, argument.oneOf)
  }
  const isRest = names.at(-1)?.endsWith('…]') === true
  const surplus = operands[names.length]
  if (!isRest && surplus !== undefined) {
    throw new UsageError(`Unexpected argument "${surplus}"`)
  }
}

function assertOneOf(name: string, value: string, known: readonly string[] | undefined): void {
  if (known && !known.includes(value)) throw unknown(name, value, known)
}

/**
 * Parses the number of an argument or an option.
 *
 * @param name as shown in the help
 * @throws UsageError when it is not a number within the bounds
 */
export function readNumber(
  name: string,
  text: string,
  { min, max, isInteger = false }: { min: number; max: number; isInteger?: boolean },
): number {
  const number = text.trim() === '' ? NaN : Number(text)
  if (number >= min && number <= max && (!isInteger || Number.isInteger(number))) return number
  const kind = isInteger ? 'an integer' : 'a number'
  throw new UsageError(`${name} must be ${kind} from ${min} to ${max}, not "${text}"`)
}
