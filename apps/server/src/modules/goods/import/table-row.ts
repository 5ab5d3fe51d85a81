/** A cell that holds nothing to go by, though it is not empty. */
export interface CellProblem {
  /** What stands in it. */
  value: string
  reason: string
}

/** One row of a table file: the line where it begins, its cells as text. */
export interface TableRow {
  line: number
  cells: string[]
  /** By the place of the cell; workbooks only. */
  problems?: ReadonlyMap<number, CellProblem>
}

/** A sentence for the person who gave the file. */
export class UnreadableFile extends Error {}
