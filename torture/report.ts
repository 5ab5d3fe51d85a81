/** What a part of the torture found. Problems are what must not be; figures say what was done and how it went. */
export interface Part {
  name: string
  figures: Record<string, number | string>
  problems: string[]
}

const SHOWN = 25

export const tell = (line: string): void => void process.stdout.write(`${line}\n`)

export function tellPart({ name, figures, problems }: Part): void {
  const said = Object.entries(figures)
    .map(([key, value]) => `${key} ${typeof value === 'number' ? Math.round(value * 10) / 10 : value}`)
    .join(', ')
  tell(`${problems.length === 0 ? 'held' : 'FAILED'}  ${name}: ${said}`)
  for (const problem of problems.slice(0, SHOWN)) tell(`        ${problem}`)
  if (problems.length > SHOWN) tell(`        … and ${problems.length - SHOWN} more`)
}
