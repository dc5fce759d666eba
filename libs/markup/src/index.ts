export { asMarkup, escaped, html, svg, type Html } from './html.ts'
export { layout, PAGE_HEADERS } from './layout.ts'
export { emptyPicture, picture, PICTURE_HEADERS } from './picture.ts'
export { shortened } from './shortened.ts'
