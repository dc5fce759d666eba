import type { Command, Tool } from './tool.ts'

const WIDTH = 100

/** The shell command that calls a tool. */
export function callOf({ name }: Tool, rest: string): string {
  const script = name === 'start' ? 'npm start' : `npm run ${name}`
  return rest === '' ? script : `${script} -- ${rest}`
}

/** The help of a tool: of all its commands, or of its only one. */
export function toolHelp(tool: Tool): string {
  if (!('commands' in tool)) return commandHelp(tool, tool)
  const { about, notes, commands } = tool
  const [first = ''] = Object.keys(commands)
  return sections([
    callOf(tool, '<command>'),
    wrapped(about),
    table(
      'Commands',
      Object.entries(commands).map(([name, one]) => [name, one.about]),
    ),
    wrapped(notes),
    `Examples\n${examplesOf(tool, commands[first], first)}\n  ` +
      `${callOf(tool, '<command> --help')}   shows the help of one command`,
  ])
}

/** The help of one command. */
export function commandHelp(tool: Tool, command: Command, name = ''): string {
  const { about, notes, arguments: operands = {}, options = {} } = command
  const words = [name, ...Object.keys(operands), ...(hasAny(options) ? ['[options]'] : [])]
  return sections([
    callOf(tool, words.filter((word) => word !== '').join(' ')),
    wrapped(about),
    table(
      'Arguments',
      Object.entries(operands).map(([operand, argument]) => [
        operand,
        typeof argument === 'string' ? argument : `${argument.about}: ${argument.oneOf.join(', ')}`,
      ]),
    ),
    table('Options', [
      ...Object.entries(options).map(
        ([option, { about: purpose, value, oneOf }]): [string, string] => [
          value === undefined ? `--${option}` : `--${option} ${value}`,
          oneOf ? `${purpose}: ${oneOf.join(', ')}` : purpose,
        ],
      ),
      ['--help', 'shows this help'],
    ]),
    wrapped(notes),
    `Examples\n${examplesOf(tool, command, name)}`,
  ])
}

function examplesOf(tool: Tool, command: Command | undefined, name: string): string {
  const calls = (command?.examples ?? []).map((rest) => callOf(tool, `${name} ${rest}`.trim()))
  return calls.map((call) => `  ${call}`).join('\n')
}

function hasAny(record: object): boolean {
  return Object.keys(record).length > 0
}

function sections(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

function table(title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return ''
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  const lines = rows.flatMap(([name, about]) =>
    linesOf(about, WIDTH - width - 2).map(
      (line, i) => `  ${(i === 0 ? name : '').padEnd(width)}${line}`,
    ),
  )
  return [title, ...lines].join('\n')
}

/** Wraps text; keeps its line breaks and its indented lines. */
function wrapped(text = ''): string {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? [line] : linesOf(line, WIDTH)))
    .join('\n')
}

function linesOf(text: string, width: number): string[] {
  if (text.length <= width) return [text]
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
