import { frameworks } from './frameworks.ts'
import { infrastructure } from './infrastructure.ts'
import { languages } from './languages.ts'
import type { Technology } from './technology.ts'
import { tools } from './tools.ts'

/** Every technology on the radar. */
export const CATALOGUE: Technology[] = [...languages, ...frameworks, ...tools, ...infrastructure]
