import { html, type Html } from './html.ts'

/** Where else a reader of a page may want to go: addresses and what is there. */
export function elsewhere(links: readonly (readonly [href: string, text: string])[]): Html {
  return html`<nav aria-label="Elsewhere">
    <ul>
      ${links.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`)}
    </ul>
  </nav>`
}
