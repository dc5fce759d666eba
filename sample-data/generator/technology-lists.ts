import { CATALOGUE } from './catalogue/catalogue.ts'

/** What the web client offers beyond the radar: too small, too common or too new to have a position. */
const BEYOND_RADAR: Record<string, string[]> = {
  languages: ['Dockerfile', 'Jupyter Notebook', 'Makefile', 'PowerShell', 'SCSS', 'Shell'],
  frameworks: ['Alpine.js', 'htmx'],
  cicd: ['Bamboo', 'CircleCI'],
  infrastructure: ['Amazon SQS'],
  database: ['Memcached'],
  hosting: ['Own data centre', 'Partner data centre'],
  publishing: ['Container registry', 'CRAN', 'Maven Central', 'npm', 'NuGet', 'PyPI', 'Web site'],
  code_editors: ['Notepad++', 'PyCharm', 'Visual Studio'],
  user_interface: ['Prototype Kit', 'Sketch'],
  diagrams: ['PlantUML', 'Visio'],
  documentation: ['Markdown', 'Swagger'],
  communication: ['E-mail', 'Zoom'],
  collaboration: ['Google Docs', 'Mural', 'OneDrive'],
}

/** The lists offered while filling in a project: category name to technology names. */
export function technologyLists(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(BEYOND_RADAR).map(([kind, extra]) => {
      const onRadar = CATALOGUE.filter((technology) => technology.kind === kind)
      return [kind, [...onRadar.map(({ title }) => title), ...extra]]
    }),
  )
}
