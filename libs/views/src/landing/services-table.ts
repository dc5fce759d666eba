import { html, type Html } from '../html.ts'

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
export function servicesTable(services: ServiceStates): Html {
  return html`<section class="card" aria-labelledby="services">
    <h2 id="services">What runs here</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">What it serves</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(services).map(([name, state]) => rowOf(name as Running, state))}
      </tbody>
    </table>
    <p class="soft"><a href="/readyz">Health as JSON</a>, for monitoring</p>
  </section>`
}

function rowOf(name: Running, state: ServiceState): Html {
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${SERVES[name]}</td>
    <td>${STATES[state]}</td>
  </tr>`
}
