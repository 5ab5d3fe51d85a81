export declare const FOLDER_VARIABLE: string
export function makeTestFolder(parent?: string): string
export function clearBrokenRuns(parent?: string): void
export function removeFolder(folder: string): void
