import { afterEach, describe, expect, it } from '@jest/globals'
import { brandOf, setBrand } from './brand.ts'
import { html } from './html.ts'
import { layout, pageHeaders } from './layout.ts'

afterEach(() => setBrand({}))

describe('the brand', () => {
  it('names the organisation and shows its logo on every page', () => {
    setBrand({ name: 'Acme <Coast>', logo: 'https://acme.example/logo.svg' })
    const page = layout('Errors', html``)
    expect(page).toContain('Acme &#60;Coast&#62;')
    expect(page).toContain('src="https://acme.example/logo.svg"')
    expect(pageHeaders()['content-security-policy']).toContain(
      "img-src 'self' https://acme.example;",
    )
  })

  it.each([
    ['#ffd400', '#000'],
    ['#14365c', '#fff'],
    ['#767676', '#000'],
  ])('has legible text on %s', (colour, ink) => {
    setBrand({ colour })
    expect(brandOf().style.markup).toContain(`--brand: ${colour}; --on-brand: ${ink}`)
    expect(pageHeaders()['content-security-policy']).toContain(brandOf().styleSource)
  })
})
