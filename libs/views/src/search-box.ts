import { html, Html } from './html.ts'
import { sourceOf } from './html.ts'

/**
 * Shows hits of `/api/search` as links during typing. The arrow keys move between the box and the links,
 * Escape closes the list. Every string of a response becomes text content, and only web addresses become
 * links.
 */
const SCRIPT = `
(() => {
  const form = document.querySelector('form.search')
  const input = form.querySelector('input')
  const list = form.querySelector('.hits')
  const status = form.querySelector('[role=status]')
  const WAIT_MS = 150
  let timer
  let request

  function close() {
    clearTimeout(timer)
    request?.abort()
    list.hidden = true
    list.replaceChildren()
    status.textContent = ''
  }

  function itemOf({ kind, title, ring, link }) {
    const url = new URL(link, location.href)
    if (!/^https?:$/.test(url.protocol)) return []
    const anchor = document.createElement('a')
    anchor.href = url.href
    const name = document.createElement('bdi')
    name.textContent = title
    const label = document.createElement('small')
    label.textContent = kind.replace('-', ' ') + (ring ? ', ' + ring : '')
    anchor.append(name, ' ', label)
    const item = document.createElement('li')
    item.append(anchor)
    return [item]
  }

  async function find(q) {
    request = new AbortController()
    const { signal } = request
    try {
      const response = await fetch('/api/search?limit=8&q=' + encodeURIComponent(q), { signal })
      const { results, corrected } = await response.json()
      const items = results.flatMap(itemOf)
      const note = document.createElement('li')
      note.className = 'soft'
      note.textContent = 'Showing ' + corrected
      list.replaceChildren(...(corrected === undefined ? [] : [note]), ...items)
      list.hidden = items.length === 0
      status.textContent =
        items.length === 0 ? 'No results' : items.length + (items.length === 1 ? ' result' : ' results')
      if (corrected !== undefined) status.textContent += ', showing ' + corrected
    } catch {
      if (!signal.aborted) close()
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    request?.abort()
    const q = input.value.trim()
    if (q === '') close()
    else timer = setTimeout(find, WAIT_MS, q)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault()
      input.focus()
      close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const stops = [input, ...list.querySelectorAll('a')]
    const at = stops.indexOf(document.activeElement)
    if (!step || at === -1 || list.hidden) return
    event.preventDefault()
    stops[(at + step + stops.length) % stops.length].focus()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (!form.contains(target)) close()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !form.contains(relatedTarget)) close()
  })
})()
`

/** Source expression of the box's script in a content security policy. */
export const SEARCH_SCRIPT = sourceOf(SCRIPT)

/**
 * Returns the search box of the header. It is a form that leads to a page of results; with scripts it also shows
 * results during typing.
 *
 * @param q the words in the box
 */
export function searchBox(q = ''): Html {
  return html`<form class="search" role="search" action="/search" method="get">
    <label class="unseen" for="search-q"
      >Search technologies, projects, programmes and repositories</label
    >
    <div class="line">
      <input
        id="search-q"
        type="search"
        name="q"
        value="${q}"
        placeholder="Technology or project"
        maxlength="100"
        required
        autocomplete="off"
      />
      <button>Search</button>
    </div>
    <p class="unseen" role="status"></p>
    <ul class="hits" hidden></ul>
    ${new Html(`<script type="module">${SCRIPT}</script>`)}
  </form>`
}
