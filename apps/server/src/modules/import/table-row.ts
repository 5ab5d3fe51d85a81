/** One row of a table file: the line where it begins, its cells as text. */
export interface TableRow {
  line: number
  cells: string[]
}

/** A sentence for the person who gave the file. */
export class UnreadableFile extends Error {}
