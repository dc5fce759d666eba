import { html, type Html } from './html.ts'

/** Returns the navigation links of a page. */
export function linkList(
  links: readonly (readonly [href: string, text: string])[],
  label = 'Related pages',
): Html {
  return html`<nav aria-label="${label}">
    <ul>
      ${links.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`)}
    </ul>
  </nav>`
}
