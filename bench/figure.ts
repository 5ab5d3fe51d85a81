/** One figure a line, as JSON, beside its limit of the same run. ok is null where nothing was promised. */
export interface Figure {
  figure: string
  value: number
  unit: string
  limit?: number
  ratio?: number
  target?: string
  ok?: boolean | null
  note?: string
}

const round = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(4)))

export function say(figure: Figure): void {
  const line = {
    ...figure,
    value: round(figure.value),
    ...(figure.limit !== undefined && { limit: round(figure.limit) }),
    ...(figure.ratio !== undefined && { ratio: round(figure.ratio) }),
    ok: figure.ok ?? null,
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** What is going on, for the person who waits; not part of the result. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`)
}
