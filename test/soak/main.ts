import { soak } from './soak.ts'

const [text = '60'] = process.argv.slice(2)
const minutes = Number(text)
if (!(minutes >= 1 && minutes <= 24 * 60)) {
  process.stderr.write('npm run soak -- <minutes, 1 to 1440; 60 when absent>\n')
  process.exit(2)
}
const went = await soak(minutes, (line) => process.stdout.write(`${line}\n`))
process.stdout.write(went ? 'It went as it should.\n' : 'It did NOT go as it should.\n')
process.exit(went ? 0 : 1)
