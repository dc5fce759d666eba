import { sourceOf } from './html.ts'

/**
 * Shows the rings of another directorate as soon as it is selected, and lights the line and the blip of an entry
 * together. Links and the button of the form work without it.
 */
export const PAGE_SCRIPT = `
(() => {
  document.querySelector('.rings select')?.addEventListener('change', ({ target }) => target.form.submit())
  const radar = document.querySelector('.radar')
  if (!radar) return
  const caption = radar.querySelector('.caption')
  const light = ({ target }) => {
    const number = target.closest?.('[data-n]')?.dataset.n
    for (const one of radar.querySelectorAll('.lit')) one.classList.remove('lit')
    radar.classList.toggle('pointed', number !== undefined)
    caption.textContent = ''
    if (number === undefined) return
    for (const one of radar.querySelectorAll('[data-n="' + number + '"]')) {
      one.classList.add('lit')
      caption.textContent = one.querySelector('title')?.textContent ?? caption.textContent
    }
  }
  for (const type of ['pointerover', 'pointerleave', 'focusin', 'focusout']) radar.addEventListener(type, light)
})()
`

/** Source expression of the script in a content security policy. */
export const PAGE_SCRIPT_SOURCE = sourceOf(PAGE_SCRIPT)
