import { slugOf } from './naming.ts'

/** An invented person. */
export interface Person {
  name: string
  email: string
  login: string
  grade: string
}

const NAMES = `
Maren Holt, Idris Quill, Tove Saltmarsh, Bram Fenwick, Oona Pellow, Kasper Reyd, Linnea Garrow, Jago Trevane,
Sunniva Orme, Dilys Carrow, Piet Vandermeer, Amara Tidewell, Rowan Skerry, Nessa Gullane, Teo Marisco,
Freya Lundholm, Callum Strand, Yusra Bayside, Hamish Corrie, Mina Shoalwater, Anselm Dyke, Keziah Harbin,
Viggo Nordby, Petra Seaforth, Owen Breakwell, Ines Caldera, Tamsin Rill, Lars Kelpman, Bodil Rask,
Eamon Driftway, Saskia Lowtide, Ravi Estuar, Greta Holmsund, Niall Barra, Zofia Brinemark, Dafydd Penmor,
Aino Saari, Hugo Merlock, Leona Pierson, Stellan Vik, Marisol Bahia, Fergus Uist, Noor Delta,
Jonas Fjordheim, Elspeth Cairn, Mateo Riva, Signe Havn, Pascal Grave, Wren Ashcombe, Tariq Monsun,
Hedda Skagen, Alun Porthkerry, Beatrix Dune, Cosmo Levant, Runa Tarn, Milo Sandbank,
Ada Currach, Emre Bogaz, Lowri Glasbay, Sander Oesterdam`

const GRADES = ['Grade 6', 'Grade 7', 'SEO', 'HEO', 'SEO', 'HEO']

const NAMED = NAMES.split(/[,\n]+/)
  .map((name) => name.trim())
  .filter((name) => name !== '')

/**
 * Returns the first `count` people of the invented organisation. Those of the sample data have names;
 * all others are numbered, so that a large organisation begins with the same people.
 */
export function people(count: number): Person[] {
  return Array.from({ length: count }, (_person, index) => {
    const name = NAMED[index] ?? `Colleague ${index + 1}`
    return {
      name,
      email: `${slugOf(name).replaceAll('-', '.')}@acme-coast.example`,
      login: `${slugOf(name)}-acme`,
      grade: GRADES[index % GRADES.length] ?? 'SEO',
    }
  })
}

/** The staff in the sample data: all people with names. */
export const PEOPLE: Person[] = people(NAMED.length)

/** Owners and contacts of projects. */
export const CONTACTS: Person[] = PEOPLE.slice(0, 25)

/** Reviewers of the radar. */
export const REVIEWERS: Person[] = PEOPLE.slice(0, 5)
