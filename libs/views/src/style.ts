import { RING_COLOURS } from './ring-chip.ts'

/** The style of every page, in light and dark mode. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #171c22; --soft: #56606b; --line: #dde2e8; --paper: #fff;
  --ground: #f3f5f8; --link: #0b57a4; --was: #fdeceb; --is: #e5f5e9; --alarm: #9c1c1c; --warn: #9a5b00;
  --shadow: 0 1px 2px #1a2b4014, 0 2px 8px #1a2b400d }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a3adb7; --line: #333c46;
  --paper: #1b2127; --ground: #12161a; --link: #7db7f5; --was: #43211f; --is: #17381f; --alarm: #ff9d94;
  --warn: #f2a65a; --shadow: none } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
main, .bar, footer.site { max-width: 82rem; margin: 0 auto; padding: 1.25rem 1rem }
main:not(.wide) > * { max-width: 56rem }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 .5rem }
h1, h2, p, li, .soft { overflow-wrap: anywhere }
p { margin: .25rem 0 }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px }
main ul { margin-block: .5rem; padding-inline-start: 1.25rem }
main :not(nav) > ul:not([class]) > li + li { margin-block-start: .25rem }
ul.plain, nav ul, .headlines, .lines { list-style: none; margin: 0; padding: 0 }
.soft { color: var(--soft); font-size: .9rem }
.alarm { color: var(--alarm); font-weight: 600 }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .125rem }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap }

header.site { background: var(--brand); color: var(--on-brand) }
.bar { display: grid; grid-template-columns: 1fr minmax(min(100%, 20rem), 27rem); align-items: center;
  gap: .5rem 1.5rem; padding-block: .75rem 0 }
header.site :focus-visible { outline-color: var(--on-brand) }
.brand { display: flex; align-items: center; gap: .75rem; color: inherit; font-size: 1.25rem; line-height: 1.2;
  text-decoration: none }
.brand img { height: 2rem; max-width: 10rem; object-fit: contain }
.bar nav ul { display: flex; flex-wrap: wrap; margin-inline-start: -.75rem }
.bar nav a { display: block; padding: .5rem .75rem .375rem; border-block-end: .25rem solid transparent; color: inherit;
  font-weight: 600; text-decoration: none }
.bar nav a:hover { border-color: color-mix(in srgb, var(--on-brand) 40%, transparent) }
.bar nav a[aria-current] { border-color: var(--on-brand) }
.rings { justify-self: end }
.rings label { display: flex; align-items: center; gap: .5rem; white-space: nowrap }
.rings select { min-height: 2rem; padding-block: 0; max-width: 14rem }
.rings select, .search input { border-color: transparent; color: var(--ink) }
.search { position: relative; min-width: 0 }
.search .line { display: flex; gap: .5rem }
.search button { width: auto; min-height: 2.5rem; background: none; border-color: currentColor; color: inherit }
.search input { min-height: 2.5rem }
.hits { position: absolute; z-index: 2; inset-inline: 0; list-style: none; margin: .25rem 0 0;
  padding: .25rem 0; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem;
  box-shadow: 0 .25rem 1rem #0004; color: var(--ink) }
.hits a { display: block; padding: .625rem .75rem; text-decoration: none }
.hits a:hover, .hits a:focus-visible { background: var(--ground); outline-offset: -3px }
.hits li.soft { padding: .25rem .75rem }
.hits small { color: var(--soft) }
footer.site { padding-block: 0 2rem; font-size: .9rem }
main nav:not(.tabs) { margin-block-end: .75rem }
main nav:not(.tabs) ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
main nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none }

.title { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: space-between; align-items: baseline;
  margin-block-end: 1rem }
.title h1 { max-width: 100% }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem;
  margin: 0 0 1rem; box-shadow: var(--shadow) }
.card > :last-child { margin-block-end: 0 }
main > p + .card { margin-block-start: .75rem }
.card.note { border-inline-start: .375rem solid var(--link) }
.card.note.warning { border-inline-start-color: var(--warn) }
.pair { display: grid; gap: 0 1rem; align-items: start }
@media (min-width: 60rem) { .pair { grid-template-columns: 3fr 2fr } }
.picture { display: block; max-width: 100%; height: auto }
img.picture { width: 100% }
img.chart { max-width: 30rem; margin: -1rem 0 0 max(-5.5%, -1.67rem); clip-path: inset(3% 0 0 5%) }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
  gap: .5rem; margin-block: .5rem }
.pictures .picture { width: 100% }

.headlines { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));
  margin-block-end: 1rem }
.headlines li { position: relative; display: grid; grid-template-columns: 1fr auto; align-content: start;
  padding: 1rem 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem;
  box-shadow: var(--shadow) }
.headlines li:hover { border-color: var(--link) }
.headlines a { color: inherit; font-size: .9rem; line-height: 1.3; text-decoration: none; grid-column: 1 / -1 }
.headlines p { margin: 0; font-size: .9rem; line-height: 1.3; grid-column: 1 / -1 }
.headlines a::after { content: ''; position: absolute; inset: 0; border-radius: inherit }
.headlines strong { display: block; font-size: 2.25rem; line-height: 1.1; letter-spacing: -.02em }
.headlines .months { position: absolute; inset-block-start: 1.125rem; inset-inline-end: 1.25rem }
.headlines .soft { grid-column: 1 / -1; margin: .25rem 0 0; font-size: .85rem }
.since { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin-block: .25rem .75rem }
.choices { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; margin-block-end: .75rem }
.choices .tabs { margin: 0; font-size: .9rem }
.choices .tabs ul { gap: .375rem }
.choices .tabs a { padding: .25rem .5rem }
.months { display: block; width: 7rem; height: 2rem; overflow: visible }
.months path { fill: none; stroke: var(--link); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke }
.months circle { fill: var(--link) }

table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--line); vertical-align: top }
thead th { border: 0; color: var(--soft); font-size: .85rem }
.rows th, .rows td { overflow-wrap: anywhere }
.rows thead th { overflow-wrap: normal }
.rows tbody tr:hover { background: color-mix(in srgb, var(--link) 4%, transparent) }
.rows td[data-label=Stage] { min-width: 7rem }
@media (min-width: 70rem) { .rows tbody th { min-width: 9rem }
  .rows td:is([data-label^=Last], [data-label=Since]) { white-space: nowrap } }
.rows details { margin: 0 }
.rows summary { padding: 0 }

label { display: block; font-size: .9rem }
input, select, button { font: inherit; color: inherit; width: 100%; min-height: 2.5rem; padding: .25rem .75rem;
  border: 1px solid var(--soft); border-radius: .5rem; background: var(--paper) }
button, a.button { cursor: pointer; font-weight: 600; border: 1px solid var(--link); color: var(--link) }
button.main { background: var(--link); color: var(--paper) }
a.button { display: inline-block; padding: .4rem 1rem; border-radius: .5rem; text-decoration: none }
.filter { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: .75rem;
  align-items: end }
.filter > button { justify-self: start; width: auto; padding-inline: 1.5rem }
.filter > details { grid-column: 1 / -1; margin: 0 }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: start }
.row > :first-child { flex: 1 1 16rem; min-width: 0 }
.row form { flex: 0 0 auto }
.row > a.button { flex: 0 0 auto; margin-inline-start: auto }
.change { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .75rem }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .5rem }
del, ins { display: block; text-decoration: none; border-radius: .375rem; padding: .375rem .625rem;
  white-space: pre-wrap; overflow-wrap: anywhere }
del { background: var(--was) }
ins { background: var(--is) }
.side { display: block; color: var(--soft); font-size: .8rem }
details { margin-top: .75rem }
summary { cursor: pointer; padding: .5rem 0; color: var(--soft) }
.confirm { margin: .75rem 0 }
.confirm button { width: auto; padding-inline: 1.5rem }
.more { display: block; text-align: center; padding: 1rem }
.headline { font-size: 1.25rem; line-height: 1.35; font-weight: 600; margin-block-end: .75rem }
.lines > li { padding: .5rem 0 }
.lines > li + li { border-top: 1px solid var(--line) }

.ring { display: inline-block; padding: 0 .625rem; border: 1px solid var(--soft); border-radius: 1rem;
  font-size: .8rem; font-weight: 600; line-height: 1.5rem; vertical-align: middle; max-width: 12rem; overflow: hidden;
  text-overflow: ellipsis; white-space: nowrap }
${RING_COLOURS.map(
  ({ fill, ink }, i) => `.ring-${i} { background: ${fill}; border-color: ${fill}; color: ${ink} }`,
).join('\n')}
.tabs { margin-block-end: 1rem }
.tabs ul { display: flex; flex-wrap: wrap; gap: .5rem }
.tabs a { display: flex; align-items: center; gap: .25rem; height: 100%; padding: .375rem .75rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--paper); text-decoration: none }
.tabs a:hover { border-color: var(--link) }
.tabs a[aria-current] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); font-weight: 600 }

.radar { display: grid; gap: 0 1.5rem; align-items: start; margin-block-end: 1rem }
.radar .picture { width: 100%; max-height: max(22rem, calc(100vh - 17.5rem)) }
.disc { position: relative }
.radar .card { padding: 1rem; margin-block-end: .75rem }
.ring-entries { display: grid; grid-template-columns: 5.25rem 1fr; gap: 0 .5rem; align-items: start }
.ring-entries .ring { text-align: center }
.caption { position: absolute; inset: auto 1rem .75rem; text-align: center; font-weight: 600 }
.pointed .key { visibility: hidden }
.key { min-height: 1.5rem; margin: .25rem 0 0; text-align: center }
.entries { columns: 8.75rem; column-gap: .5rem; list-style: none; margin: 0 0 .5rem; padding: 0; font-size: .9rem;
  line-height: 1.35 }
.entries a { display: flex; gap: .375rem; padding: .125rem .25rem; border-radius: .25rem; text-decoration: none;
  color: inherit; break-inside: avoid }
.described { columns: 1 }
.described li { display: grid; grid-template-columns: minmax(0, 9.5rem) 1fr; gap: 0 .5rem; align-items: baseline }
.entries b { flex: 0 0 1.7em; color: var(--soft); font-weight: 400; text-align: end }
.entries i { font-style: normal; color: var(--soft) }
.entries .lit, .entries a:hover { background: var(--link); color: var(--paper) }
.entries :is(.lit, a:hover) :is(b, i) { color: inherit }
.radar.pointed .picture [data-n]:not(.lit) { opacity: .25 }
@media (min-width: 60rem) { .radar { grid-template-columns: minmax(0, 13fr) minmax(0, 12fr) }
  .radar > .disc { position: sticky; inset-block-start: .75rem } }
@media (max-width: 48rem) { .broad { display: none }
  .bar { grid-template-columns: 1fr; gap: .375rem } .bar nav ul { flex-wrap: nowrap; overflow-x: auto; margin-inline: -.375rem }
  .bar nav a { padding-inline: .375rem; font-size: .9rem }
  .rings { justify-self: stretch; padding-block-end: .75rem } .rings select { flex: 1; max-width: none }
  .quarter { aspect-ratio: 1; overflow: hidden } .radar .quarter .picture { width: 194%; max-width: none;
    max-height: none; margin: -94% 0 0 -97% }
  .quartered .tabs:first-child li:first-child { display: none }
  .quartered .tabs:first-child li:nth-child(2) a { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link) }
  .headlines { grid-template-columns: 1fr 1fr } .headlines li { padding: .75rem }
  .headlines li:nth-child(2n + 1):last-child { grid-column: 1 / -1 }
  .headlines strong { font-size: 1.75rem } .headlines .months { position: static; width: 5.25rem; height: 1.5rem;
    order: 1; margin-block-start: .25rem }
  .rows thead { display: none }
  .rows tr { display: flex; flex-wrap: wrap; gap: 0 1rem; border-top: 1px solid var(--line);
    padding: .5rem 0 }
  .rows th, .rows td { border: 0; padding: .125rem 0 }
  .rows th, .rows .full { flex: 1 0 100% }
  .rows td:is(:empty, :has(> bdi:only-child:empty)) { display: none }
  .rows td:has(> details) { flex: 1 0 100% }
  .rows td[data-label]:not(:has(> details))::before { content: attr(data-label) ': '; color: var(--soft); font-size: .9rem }
}
@media (max-width: 30rem) { main, .card { padding: .875rem } footer.site { padding-inline: .875rem } h1 { font-size: 1.5rem }
  .bar nav a { padding-inline: .3rem; font-size: .85rem } .brand { font-size: 1.1rem }
  .described li { display: block; margin-block-end: .25rem } .about { display: block; padding-inline-start: 2.2rem }
  .ring-entries { grid-template-columns: 1fr } .ring-entries .ring { justify-self: start } }
`
