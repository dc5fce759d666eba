import { html, type Html } from './html.ts'

/**
 * Returns the navigation links of a page.
 *
 * @param current the link to the present page
 */
export function linkList(
  links: readonly (readonly [href: string, text: string])[],
  label = 'Related pages',
  current?: string,
): Html {
  return html`<nav aria-label="${label}">
    <ul>
      ${links.map(
        ([href, text]) =>
          html`<li>
            <a href="${href}" ${href === current && html` aria-current="page"`}>${text}</a>
          </li>`,
      )}
    </ul>
  </nav>`
}
