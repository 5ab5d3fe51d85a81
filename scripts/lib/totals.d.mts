export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly string[]
  readonly unsteady: readonly string[]
}
export function failedFiles(file: string): string[]
export function vitestTotals(file: string, again?: string): Totals
export function playwrightTotals(file: string): Totals
export function judged(totals: Totals, exitCode: number): Totals
