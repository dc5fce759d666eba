import { html, type Html } from '@landscape/views/html'
import { rowsTable } from '@landscape/views/rows-table'
import { section } from '@landscape/views/section'

export type ServiceState = 'ready' | 'degraded' | 'not reached'
const SERVES = {
  gateway: 'this page, and the entry point of all services',
  projects: 'projects, their owners and their technologies',
  data: 'public reads: rows, statistics, the radar, technologies, search',
  'admin-review': 'editing of the radar, banners and lists, and their history',
  assistant: 'usage of code assistants, seats and teams',
}
/** The processes of the landscape. */
export type Running = keyof typeof SERVES
export type ServiceStates = Readonly<Record<Running, ServiceState>>

const STATES: Readonly<Record<ServiceState, Html>> = {
  ready: html`<span class="good">ready</span>`,
  degraded: html`<span class="alarm">degraded: part of it fails</span>`,
  'not reached': html`<span class="alarm">not available</span>`,
}

/** The health of each process. */
export function servicesTable(services: ServiceStates): Html | false {
  const rows = Object.entries(services).map(([name, state]) => [
    name,
    SERVES[name as Running],
    STATES[state],
  ])
  return section('services', 'Services', [
    rowsTable(['Service', 'It serves', 'State'], rows),
    html`<p class="soft"><a href="/readyz">Health as JSON</a>, for monitoring</p>`,
  ])
}
