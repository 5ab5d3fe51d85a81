export declare const FOLDER_VARIABLE: string
export function suiteFolder(variable: string): string
export function makeTestFolder(parent?: string): string
export function clearBrokenRuns(...parents: string[]): void
export function removeFolder(folder: string): void
