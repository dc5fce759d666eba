import { Html, sourceOf } from './html.ts'

/** How pages name and colour the organisation; see ORGANISATION_NAME and its neighbours. */
export interface Brand {
  name?: string | undefined
  /** Address of an image. */
  logo?: string | undefined
  /** `#rrggbb` */
  colour?: string | undefined
}

const COLOUR = '#14365c'
let present = branded({})

/** Sets the brand of all pages of this process, before it serves one. */
export function setBrand(brand: Brand): void {
  present = branded(brand)
}

/** The brand of all pages, with its style and its sources in a content security policy. */
export function brandOf(): Readonly<ReturnType<typeof branded>> {
  return present
}

function branded({ name, logo, colour = COLOUR }: Brand) {
  const style = `:root { --brand: ${colour}; --on-brand: ${isLight(colour) ? '#000' : '#fff'} }`
  return {
    name,
    logo,
    style: new Html(`<style>${style}</style>`),
    styleSource: sourceOf(style),
    imageSource: logo === undefined ? '' : ` ${new URL(logo).origin}`,
  }
}

/** Whether black has more contrast than white on a colour (WCAG 2.2, relative luminance). */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
}
