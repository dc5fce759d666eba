import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { readText, repositoryFiles } from './texts.ts'

const REFERENCE = readText('docs/operations-reference.md')
const RUNBOOK = readText('docs/operations.md')
const RULES = 'deploy/prometheus/landscape.rules.yml'
const RULE_TESTS = 'deploy/prometheus/landscape.rules.test.yml'

interface Alarm {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}
const { groups } = parse(readText(RULES)) as { groups: { rules: Alarm[] }[] }
const ALARMS = groups.flatMap(({ rules }) => rules)

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}
const { panels } = JSON.parse(readText('deploy/grafana/landscape.json')) as Dashboard
const QUERIES = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [string, string] => [title, expr]),
)

/** Names of the metrics that the code defines. */
const DEFINED = new Set(
  repositoryFiles()
    .filter((path) => /^(?:libs|services)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readText(path).matchAll(/'(landscape_\w+)'/g)])
    .map(([, name = '']) => name),
)

/** Metrics in a query, without the suffixes of a histogram. */
function metricsIn(query: string): string[] {
  return [...query.matchAll(/\blandscape_\w+/g)].map(([name]) =>
    DEFINED.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''),
  )
}

describe('the metrics of the landscape', () => {
  it('match the list in docs/operations-reference.md', () => {
    const listed = [...REFERENCE.matchAll(/^\| `(landscape_\w+)`/gm)].map(([, name = '']) => name)
    expect(listed.toSorted()).toEqual([...DEFINED].toSorted())
  })

  it('are each named in a test', () => {
    const tests = repositoryFiles().filter((path) => path.endsWith('.test.ts'))
    const texts = tests.map((path) => readText(path)).join('\n')
    expect([...DEFINED].filter((name) => !texts.includes(name))).toEqual([])
  })

  it.each(QUERIES)('defines the metrics in the panel "%s"', (_title, query) => {
    for (const name of metricsIn(query)) expect(DEFINED).toContain(name)
  })
})

describe.each(ALARMS)('the alarm $alert', ({ alert, expr, labels, annotations }) => {
  it('queries defined metrics', () => {
    for (const name of metricsIn(expr)) expect(DEFINED).toContain(name)
  })

  it('has a severity and a section in the runbook', () => {
    expect(['page', 'ticket']).toContain(labels.severity)
    const address = '{{ or $externalLabels.landscape_docs "docs" }}/operations.md'
    expect(annotations.runbook_url).toBe(`${address}#${alert.toLowerCase()}`)
    const [, runbook = ''] = RUNBOOK.split(`\n### ${alert}\n`)
    expect(runbook).toContain(`(${labels.severity})\n`)
  })

  it('has a rule test that fires it', () => {
    expect(readText(RULE_TESTS)).toContain(`alertname="${alert}"`)
  })
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const withPromtool = hasPromtool ? it : it.skip

describe('Prometheus', () => {
  withPromtool.each([
    ['check', 'rules', RULES],
    ['check', 'config', 'deploy/prometheus/prometheus.yml'],
    ['test', 'rules', RULE_TESTS],
  ])('accepts: promtool %s %s %s', (...command) => {
    const { status, stdout, stderr } = spawnSync('promtool', command, { encoding: 'utf8' })
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
  })
})
