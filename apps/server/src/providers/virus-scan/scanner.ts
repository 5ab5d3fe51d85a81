/** The virus scanner of the house: a real deployment puts its own behind this. */
export interface VirusScanner {
  /** The name of what was found, or null. A scanner that cannot answer throws, and the file is refused. */
  scan: (content: Buffer) => Promise<string | null>
}
