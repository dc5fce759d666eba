import { html, type Html, type Part } from './html.ts'

/** A part of the page; nothing without content. */
export function section(
  id: string,
  heading: Part,
  content: readonly Part[],
  mood = '',
): Html | false {
  if (!content.some(Boolean)) return false
  return html`<section class="card ${mood}" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${content}
  </section>`
}

/** A list; nothing without items. */
export function itemsOf(items: readonly Part[]): Html | false {
  if (items.length === 0) return false
  return html`<ul>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`
}

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
