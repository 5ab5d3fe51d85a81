export declare const FOLDER_VARIABLE: string
export function testParent(): string
export function makeTestFolder(parent?: string): string
export function clearBrokenRuns(...parents: string[]): void
export function removeFolder(folder: string): void
