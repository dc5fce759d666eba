import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { SERVICE_NAMES } from '../start/plan.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): unknown =>
  parse(readFileSync(join(root, path), 'utf8'), { merge: true })

interface Container {
  image: string
  profiles?: string[]
  environment?: Record<string, string | number>
  volumes?: string[]
  ports?: string[]
  read_only?: boolean
}
const { services } = read('docker-compose.yml') as { services: Record<string, Container> }
const observers = Object.entries(services).filter(([, one]) => one.profiles?.includes('observe'))

describe('the profile observe of docker-compose.yml', () => {
  it('adds three containers with pinned images, reachable from this machine only', () => {
    expect(observers.map(([name]) => name)).toEqual(['prometheus', 'grafana', 'collector'])
    for (const [, { image, ports = [], read_only: isReadOnly }] of observers) {
      expect(image).toMatch(/:v?\d+\.\d+\.\d+(?:@sha256:[0-9a-f]{64})?$/)
      expect(isReadOnly).toBe(true)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  })

  it('mounts files that exist', () => {
    const paths = observers.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    )
    expect(paths.length).toBeGreaterThan(3)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('scrapes every service at its metrics port, with the alarms', () => {
    const prometheus = read('deploy/prometheus/compose.yml') as {
      rule_files: string[]
      scrape_configs: {
        job_name: string
        dns_sd_configs: { names: string[]; port: number }[]
      }[]
    }
    expect(prometheus.scrape_configs.map(({ job_name: job }) => job)).toEqual([...SERVICE_NAMES])
    for (const { job_name: job, dns_sd_configs: found } of prometheus.scrape_configs) {
      const port = services[job]?.environment?.['METRICS_PORT']
      expect([job, found]).toEqual([job, [{ names: [job], type: 'A', port }]])
    }
    for (const file of prometheus.rule_files)
      expect(existsSync(join(root, 'deploy/prometheus', file))).toBe(true)
  })

  it('sends spans of every service to the port of the collector', () => {
    const { receivers } = read('deploy/collector/config.yml') as {
      receivers: { otlp: { protocols: { http: { endpoint: string } } } }
    }
    const port = receivers.otlp.protocols.http.endpoint.split(':').at(-1)
    for (const name of SERVICE_NAMES)
      expect(services[name]?.environment?.['OTEL_EXPORTER_OTLP_ENDPOINT']).toBe(
        `\${OTEL_EXPORTER_OTLP_ENDPOINT-http://collector:${port}}`,
      )
  })

  it('shows the dashboard with the metrics of Prometheus', () => {
    const { datasources } = read('deploy/grafana/provisioning/datasources/prometheus.yml') as {
      datasources: { type: string; url: string; isDefault: boolean }[]
    }
    expect(datasources).toEqual([
      expect.objectContaining({
        type: 'prometheus',
        isDefault: true,
        url: 'http://prometheus:9090',
      }),
    ])
    const { providers } = read('deploy/grafana/provisioning/dashboards/landscape.yml') as {
      providers: { options: { path: string } }[]
    }
    const mounts = services['grafana']?.volumes ?? []
    for (const { options } of providers)
      expect(mounts).toContainEqual(expect.stringContaining(`:${options.path}/landscape.json:`))
  })
})
